//! One row, one shape: what is masked and what stays.

use crate::judge::verdict;
use mastiff_core::{redact, shell};

/// Commands with a secret, and what is written down of them.
const SECRETS: &[(&str, &str)] = &[
    // Variables.
    ("GITHUB_TOKEN=abc gh pr list", "GITHUB_TOKEN=REDACTED gh pr list"),
    ("export AWS_SECRET_ACCESS_KEY='a b' && make", "export AWS_SECRET_ACCESS_KEY='REDACTED' && make"),
    ("export DB_PASS=\"x$USER-y\"", "export DB_PASS=\"REDACTED$USER.REDACTED\""),
    (
        "declare -x API_KEY=k3y; local PASSWORD=\"p w\"",
        "declare -x API_KEY=REDACTED; local PASSWORD=\"REDACTED\"",
    ),
    ("env MYSQL_PWD=abc mysql -u root", "env MYSQL_PWD=REDACTED mysql -u root"),
    ("PASSWORDS=(one 'two three')", "PASSWORDS=(REDACTED 'REDACTED')"),
    ("echo ${DB_PASSWORD:-hunter2}", "echo ${DB_PASSWORD:-REDACTED}"),
    ("SECRET='it'\\''s me' make", "SECRET='REDACTED''' make"),
    ("TOKEN=$'a\\x41b' make", "TOKEN=$'REDACTED' make"),
    ("for PASSWORD in one two; do true; done", "for PASSWORD in REDACTED REDACTED; do true; done"),
    ("[[ $TOKEN == abc ]] && echo same", "[[ $TOKEN == REDACTED ]] && echo same"),
    // Flags and operands of programs.
    ("mysql -phunter2 -u root db", "mysql -pREDACTED -u root db"),
    ("mysql -p -u root", "mysql -p -u root"),
    ("mysqldump --password=hunter2 db > x", "mysqldump --password=REDACTED db > x"),
    ("mysql --password hunter2 -e 'select 1'", "mysql --password REDACTED -e 'select 1'"),
    ("docker login -u me -p hunter2 r.example", "docker login -u me -p REDACTED r.example"),
    ("sudo -E podman login -phunter2 r.example", "sudo -E podman login -pREDACTED r.example"),
    ("sshpass -p hunter2 ssh h", "sshpass -p REDACTED ssh h"),
    ("sshpass -p'pwd 1' ssh h", "sshpass -p'REDACTED' ssh h"),
    ("htpasswd -b .htpasswd me hunter2", "htpasswd -b .htpasswd me REDACTED"),
    ("htpasswd -C 10 -nbB me hunter2", "htpasswd -C 10 -nbB me REDACTED"),
    ("curl -u me:hunter2 https://h.example", "curl -u me:REDACTED https://h.example"),
    ("curl -sSu me:hunter2 https://h.example", "curl -sSu me:REDACTED https://h.example"),
    (
        "curl -H 'Authorization: Bearer abc.def' https://h.example",
        "curl -H 'Authorization: Bearer REDACTED' https://h.example",
    ),
    (
        "curl -H \"Authorization: Basic $A\" -H 'X-Api-Key: abc' h",
        "curl -H \"Authorization: Basic $A\" -H 'X-Api-Key: REDACTED' h",
    ),
    ("curl -H 'Cookie: sid=1; id=2' h", "curl -H 'Cookie: REDACTED' h"),
    ("curl -b 'sid=abc; id=2' h", "curl -b 'sid=REDACTED; id=REDACTED' h"),
    ("curl --data 'user=me&password=hunter2' h", "curl --data 'user=me&password=REDACTED' h"),
    (
        "curl -d '{\"user\":\"me\",\"password\":\"a b\"}' h",
        "curl -d '{\"user\":\"me\",\"password\":\"REDACTED\"}' h",
    ),
    ("curl -d \"{\\\"token\\\": \\\"abc\\\"}\" h", "curl -d \"{\\\"token\\\": \\\"REDACTED\\\"}\" h"),
    ("wget --password=hunter2 --user=me h", "wget --password=REDACTED --user=me h"),
    ("psql postgres://me:hunter2@db.example/x", "psql postgres://me:REDACTED@db.example/x"),
    ("psql 'host=db password=hunter2 user=me'", "psql 'host=db password=REDACTED user=me'"),
    ("redis-cli -h h -a hunter2 ping", "redis-cli -h h -a REDACTED ping"),
    ("smbclient -U 'me%hunter2' //h/x", "smbclient -U 'me%REDACTED' //h/x"),
    ("openssl rsa -in k -passin pass:hunter2", "openssl rsa -in k -passin pass:REDACTED"),
    (
        "git -c http.extraheader='Authorization: Basic abc' fetch",
        "git -c http.extraheader='Authorization: Basic REDACTED' fetch",
    ),
    ("git clone https://me:hunter2@h.example/x.git", "git clone https://me:REDACTED@h.example/x.git"),
    (
        "git remote add o https://ghp_0123456789abcdefghij@github.com/x",
        "git remote add o https://REDACTED@github.com/x",
    ),
    ("aws configure set aws_secret_access_key abc", "aws configure set aws_secret_access_key REDACTED"),
    (
        "aws ssm put-parameter --name n --value v1 --type SecureString",
        "aws ssm put-parameter --name n --value REDACTED --type SecureString",
    ),
    (
        "npm config set //registry.npmjs.org/:_authToken abc",
        "npm config set //registry.npmjs.org/:_authToken REDACTED",
    ),
    (
        "npm config set //registry.npmjs.org/:_authToken=abc",
        "npm config set //registry.npmjs.org/:_authToken=REDACTED",
    ),
    ("vault login hvs-short", "vault login REDACTED"),
    ("vault kv put secret/x user=me code=abc", "vault kv put secret/x user=REDACTED code=REDACTED"),
    (
        "kubectl -n x create secret generic s --from-literal=user=me --from-literal=k='v w'",
        "kubectl -n x create secret generic s --from-literal=user=REDACTED --from-literal=k='REDACTED'",
    ),
    ("heroku config:set A=1 B='two words' -a app", "heroku config:set A=REDACTED B='REDACTED' -a app"),
    ("az login -u me -p hunter2", "az login -u me -p REDACTED"),
    ("gh secret set NAME -b hunter2", "gh secret set NAME -b REDACTED"),
    ("cargo login abc", "cargo login REDACTED"),
    ("helm upgrade x . --password hunter2", "helm upgrade x . --password REDACTED"),
    ("zip -P hunter2 a.zip b", "zip -P REDACTED a.zip b"),
    ("7z a -phunter2 a.7z b", "7z a -pREDACTED a.7z b"),
    ("tool --api-key abc --verbose", "tool --api-key REDACTED --verbose"),
    ("docker run -e POSTGRES_PASSWORD=abc postgres", "docker run -e POSTGRES_PASSWORD=REDACTED postgres"),
    ("jq --arg token abc '.t = $token' x.json", "jq --arg token REDACTED '.t = $token' x.json"),
    ("sed -i 's/password=.*/password=abc/' x.txt", "sed -i 's/password=.*/password=REDACTED/' x.txt"),
    // Standard input.
    (
        "echo hunter2 | docker login -u me --password-stdin",
        "echo REDACTED | docker login -u me --password-stdin",
    ),
    ("echo 'me:hunter2' | sudo chpasswd", "echo 'me:REDACTED' | sudo chpasswd"),
    ("printf '%s\\n' hunter2 | sudo -S ls", "printf '%s\\n' REDACTED | sudo -S ls"),
    ("gh auth login --with-token <<< abc", "gh auth login --with-token <<< REDACTED"),
    ("gh auth login --with-token <<EOF\nabc\nEOF", "gh auth login --with-token <<EOF\nREDACTED\nEOF"),
    ("read -rs PASSWORD <<< abc", "read -rs PASSWORD <<< REDACTED"),
    // Commands in commands.
    ("bash -c 'mysql -phunter2 -u root'", "bash -c 'mysql -pREDACTED -u root'"),
    ("ssh h \"sshpass -p hunter2 ssh $X\"", "ssh h \"sshpass -p REDACTED ssh $X\""),
    ("x=$(curl -u me:hunter2 h)", "x=$(curl -u me:REDACTED h)"),
    ("echo `mysql -phunter2`", "echo `mysql -pREDACTED`"),
    ("echo \"`mysql -p\\\\x -pabc9`\"", "echo \"`mysql -p\\\\REDACTED -pREDACTED`\""),
    ("diff <(redis-cli -a hunter2 keys) x.txt", "diff <(redis-cli -a REDACTED keys) x.txt"),
    ("bash <<'EOF'\nmysql -phunter2\nEOF", "bash <<'EOF'\nmysql -pREDACTED\nEOF"),
    ("ls # mysql -phunter2", "ls # mysql -pREDACTED"),
    ("timeout 5 nice -n 3 redis-cli -a hunter2", "timeout 5 nice -n 3 redis-cli -a REDACTED"),
    ("supabase link -p hunter2", "supabase link -p REDACTED"),
    ("supabase db lint -p 5432", "supabase db lint -p 5432"),
    // Texts.
    (
        "cat > .env <<'EOF'\nA=1\nDB_PASSWORD=a;b&c d\nEOF",
        "cat > .env <<'EOF'\nA=1\nDB_PASSWORD=REDACTED\nEOF",
    ),
    (
        "cat > x.yml <<EOF\npassword: $P-abc1234\ntoken: \"$T\"\nEOF",
        "cat > x.yml <<EOF\npassword: $P.REDACTED\ntoken: \"$T\"\nEOF",
    ),
    ("cat <<-EOF\n\tpassword: hunter2 $X\n\tEOF", "cat <<-EOF\n\tpassword: REDACTED $X\n\tEOF"),
    ("python3 -c \"password = 'hunter2'\"", "python3 -c \"password = 'REDACTED'\""),
    ("psql -c \"alter user me password 'hunter2'\"", "psql -c \"alter user me password 'REDACTED'\""),
    (
        "mysql -e \"create user me identified by 'hunter2'\"",
        "mysql -e \"create user me identified by 'REDACTED'\"",
    ),
    ("echo '<password>hunter2</password>' > x.xml", "echo '<password>REDACTED</password>' > x.xml"),
    (
        "echo 'machine h login me password hunter2' > .netrc",
        "echo 'machine h login me password REDACTED' > .netrc",
    ),
    ("curl 'https://h.example/a?x=1&token=abc&y=2'", "curl 'https://h.example/a?x=1&token=REDACTED&y=2'"),
    (
        "curl 'https://a.blob.core.windows.net/c?sv=2022&sig=aB3dE5fG7hI9jK1lM3nO5pQ7%3D'",
        "curl 'https://a.blob.core.windows.net/c?sv=2022&sig=REDACTED'",
    ),
    (
        "curl https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/cccccccc",
        "curl https://hooks.slack.com/services/REDACTED",
    ),
    (
        "curl https://api.telegram.org/bot123456789:AAabcdefghijklmnopqrstuvwxyz0123456/getMe",
        "curl https://api.telegram.org/botREDACTED/getMe",
    ),
    (
        "echo '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----' > k",
        "echo '-----BEGIN RSA PRIVATE KEY-----\nREDACTED\n-----END RSA PRIVATE KEY-----' > k",
    ),
    (
        "echo '-----BEGIN PRIVATE KEY-----\\nMIIabc\\nMIIdef' > k",
        "echo '-----BEGIN PRIVATE KEY-----\\nREDACTED' > k",
    ),
    // Keys by their form.
    ("echo AKIA0123456789ABCDEF", "echo REDACTED"),
    ("echo github_pat_0123456789abcdefghij_x", "echo REDACTED"),
    ("git grep glpat-0123456789abcdefghij", "git grep REDACTED"),
    ("echo xoxb-0123456789-abcdef", "echo REDACTED"),
    ("echo sk_live_0123456789abcdef", "echo REDACTED"),
    ("echo \"key sk-ant-api03-0123456789abcdef\"", "echo \"key REDACTED\""),
    ("echo AIzaSy0123456789abcdefghijklmnopqrstuvw", "echo REDACTED"),
    ("echo npm_0123456789abcdefghijklmnopqrst", "echo REDACTED"),
    ("echo hf_0123456789abcdefghijklmnop", "echo REDACTED"),
    ("echo SG.0123456789abcdefghijkl.0123456789abcdefghijkl", "echo REDACTED"),
    ("echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "echo REDACTED"),
    ("age -d -i <(echo AGE-SECRET-KEY-1QQPQYZQQPQYZQQPQYZQQPQYZ) x", "age -d -i <(echo REDACTED.secret) x"),
    // What the shell reader refuses.
    ("mysql -phunter2 -u root 'never closed", "mysql -pREDACTED -u root 'never closed"),
    ("PASSWORD='never closed", "PASSWORD='REDACTED"),
    ("echo $\"x\"; curl -u me:hunter2 h", "echo $\"x\"; curl -u me:REDACTED h"),
];

/// Look-alikes, which stay byte for byte.
const LOOK_ALIKES: &[&str] = &[
    "",
    "  ",
    "git push --force",
    "git show 0123456789abcdef0123456789abcdef01234567",
    "cargo test token_reader -- --nocapture",
    "cargo test --test secrets -- tokens",
    "grep -rn 'password' src/",
    "grep -rE 'password|secret|token' . --include='*.rs'",
    "grep -rn 'password=' src/",
    "rg 'api_key\\s*=' -g '*.py'",
    "rg -n \"token: \" docs",
    "git commit -m 'basic token handling'",
    "git commit -m \"fix: token: read the rest of the line\"",
    "git log --grep=password --oneline",
    "git checkout feature/secret-store",
    "ls ~/.ssh/id_rsa.pub",
    "sk-lint .",
    "curl https://docs.rs/serde?x=1#key",
    "curl -H 'Content-Type: application/json' h",
    "curl -H \"Authorization: Bearer $TOKEN\" h",
    "curl -H \"Authorization: Bearer ${TOKEN:?}\" h",
    "curl -u \"$USER:$PASS\" h",
    "curl -u me h",
    "curl -b cookies.txt -c cookies.txt h",
    "FOO=bar make test",
    "PASSWORD=$PASSWORD make",
    "KEY=${KEY:?} make",
    "TOKEN=$(gh auth token) make",
    "export TOKEN",
    "unset PASSWORD API_KEY",
    "PASSWORD= make",
    "TOKEN_FILE=/run/secrets/token make",
    "PWD=/repo make",
    "MAX_TOKENS=4096 make",
    "SSH_KEY=~/.ssh/id_ed25519 make",
    "docker login --password-stdin < x.txt",
    "docker run --env-file .env image@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "docker pull registry.example/secret:latest",
    "docker compose exec db psql -U postgres",
    "psql -U postgres --password mydb",
    "mysql -u root -p mydb",
    "mysql -hprod -P 3306 db",
    "kubectl get secret my-secret -o yaml",
    "kubectl create token builder",
    "kubectl get pods -l app=token-service",
    "aws secretsmanager get-secret-value --secret-id prod/db",
    "gh auth status --show-token",
    "gh secret list",
    "npm run test:token",
    "openssl rsa -in k -passin env:PASS",
    "openssl req -new -key server.key -out x.csr",
    "ssh -i ~/.ssh/deploy-key -o StrictHostKeyChecking=accept-new h ls",
    "ssh-keygen -t ed25519 -f key -C me@h",
    "scp -P 22 a b:c",
    "unzip -p a.zip x",
    "echo 123e4567-e89b-12d3-a456-426614174000",
    "echo max_tokens=1000 tokens: 1000",
    "echo 'Keys:', x",
    "echo src/token.rs:12:5",
    "echo sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "echo iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "echo https://h.example:8080/a@b",
    "git clone git@github.com:a/b.git",
    "git clone ssh://git@github.com/a/b.git",
    "git clone https://$USER:$TOKEN@h.example/x",
    "npm install @scope/token@1.2.3",
    "python3 -c 'token = reader.next(); print(token)'",
    "python3 -c 'connect(user=user, password=password)'",
    "cat > a.ts <<'EOF'\ninterface A {\n  token: string;\n  password?: string\n}\nconst token = await getToken(x)\nEOF",
    "cat > a.rs <<'EOF'\nlet token = self.next_token();\nlet secret: Secret = config.secret;\nmatch token {}\nEOF",
    "cat > a.yml <<'EOF'\n  TOKEN: ${{ secrets.TOKEN }}\n  password: ${PASSWORD}\n  secretName: my-secret\nEOF",
    "cat > a.md <<'EOF'\nSet `API_TOKEN=<your token>` first, then run it. The password is asked for.\nEOF",
    "awk '{token=$1; print token}' x.txt",
    "sed -n 's/token=.*//p' x.txt",
    "make PASSWORD_HASH_ROUNDS=10",
    "terraform plan -var-file=secrets.tfvars",
    "vault kv get secret/x",
    "sudo -S true",
    "echo ok | tee x.txt",
    "htpasswd -c .htpasswd me",
    "jq -r '.accessToken' x.json",
    "find . -name '*.key' -o -name 'token*'",
    "test -n \"$API_KEY\" && echo set",
    "[[ $TOKEN == \"\" ]] && echo empty",
    "echo REDACTED",
];

#[test]
fn secrets_are_masked_where_they_stand() {
    are_masked(SECRETS);
}

#[test]
fn look_alikes_stay() {
    stay(LOOK_ALIKES);
}

/// Every command becomes what stands beside it, once and for all, and is judged as before.
pub fn are_masked(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (command, expected) in rows {
        let masked = redact::command(command);
        let same = shell::read(command).is_ok() == shell::read(expected).is_ok()
            && verdict(command) == verdict(expected);
        if masked != *expected || redact::command(expected) != *expected || !same {
            wrong.push(format!("{command}\n  {masked}\n  {expected} {same}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every command is what it was, byte for byte.
pub fn stay(rows: &[&str]) {
    let masked = rows.iter().map(|command| (command, redact::command(command)));
    let wrong: Vec<_> = masked.filter(|(command, masked)| *command != masked).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_is_long_and_balanced() {
    assert!(SECRETS.len() >= 50 && LOOK_ALIKES.len() >= 50, "{} {}", SECRETS.len(), LOOK_ALIKES.len());
}
