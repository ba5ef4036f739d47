//! Secrets of every form, and places to plant them.

use crate::random::Random;

/// Beginnings of keys with the letters behind them.
const FORMS: &[(&str, &str, usize)] = &[
    ("AKIA", CAPS, 16),
    ("ASIA", CAPS, 16),
    ("ghp_", ALNUM, 36),
    ("gho_", ALNUM, 36),
    ("github_pat_", ALNUM, 40),
    ("glpat-", ALNUM, 20),
    ("xoxb-", ALNUM, 30),
    ("xapp-", ALNUM, 30),
    ("sk_live_", ALNUM, 24),
    ("rk_test_", ALNUM, 24),
    ("whsec_", ALNUM, 24),
    ("sk-ant-api03-", ALNUM, 40),
    ("sk-proj-", ALNUM, 40),
    ("sk-", ALNUM, 40),
    ("AIza", ALNUM, 35),
    ("GOCSPX-", ALNUM, 24),
    ("ya29.", ALNUM, 40),
    ("npm_", ALNUM, 36),
    ("pypi-", ALNUM, 60),
    ("hf_", ALNUM, 34),
    ("dop_v1_", HEX, 64),
    ("SG.", ALNUM, 50),
    ("SK", HEX, 32),
    ("eyJ", ALNUM, 40),
    ("AGE-SECRET-KEY-1", CAPS, 50),
    ("hvs.", ALNUM, 24),
    ("shpat_", HEX, 32),
    ("dckr_pat_", ALNUM, 24),
    ("tskey-auth-", ALNUM, 24),
    ("gsk_", ALNUM, 40),
    ("pscale_tkn_", ALNUM, 32),
    ("sb_secret_", ALNUM, 31),
    ("lsv2_pt_", ALNUM, 40),
    ("NRAK-", CAPS, 27),
    ("123456789:AA", ALNUM, 33),
];

const CAPS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const HEX: &str = "0123456789abcdef";
const ALNUM: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// Signs that a password has; no quote that would end the place it is planted in.
const SIGNS: &str = "abcdefghkmnpqrstABCDEFGHKMN23456789!%^+=.,@_~#/-";

/// A key that shows itself by its form.
pub fn key(random: &mut Random) -> String {
    let (head, letters, count) = *random.pick(FORMS);
    // Two digits at least, as every real one has.
    format!("{head}7{}3", letters_of(random, letters, count - 2))
}

/// A password: only its place tells what it is.
pub fn password(random: &mut Random) -> String {
    let letters = if random.below(2) == 0 { SIGNS } else { ALNUM };
    let length = 6 + random.below(20);
    // `.+` behind a name is taken for a pattern, which stays.
    format!("q7v{}z", letters_of(random, letters, length)).replace(".+", "+-")
}

fn letters_of(random: &mut Random, letters: &str, count: usize) -> String {
    let letters: Vec<char> = letters.chars().collect();
    (0..count).map(|_| *random.pick(&letters)).collect()
}

/// Commands with a place for a password.
pub const PLACES: &[&str] = &[
    "TOKEN='@' make",
    "export API_KEY='@'",
    "export DB_PASSWORD=\"@\" && ls",
    "env PGPASSWORD='@' psql -c 'select 1'",
    "PASSWORD=\"${USER}@\" make",
    "SECRET=${SECRET:-'@'} make",
    "mysql -p'@' -u root",
    "mysql --password='@' -e 'select 1'",
    "docker login -u me -p '@' r.example",
    "sshpass -p '@' ssh h",
    "sshpass -p\"@\" ssh h",
    "htpasswd -b f me '@'",
    "curl -u 'me:@' https://h.example",
    "curl -sSu \"me:@\" https://h.example",
    "curl -H 'Authorization: Bearer @' https://h.example",
    "curl -H 'X-Api-Key: @' https://h.example",
    "curl -H \"Cookie: sid=@\" https://h.example",
    "curl -b 'sid=@' https://h.example",
    "curl -d '{\"user\":\"me\",\"password\":\"@\"}' https://h.example",
    "curl -d \"{\\\"token\\\":\\\"@\\\"}\" https://h.example",
    "wget --password='@' https://h.example",
    "redis-cli -a '@' ping",
    "smbclient -U 'me%@' //h/x",
    "openssl rsa -in k -passin 'pass:@'",
    "aws configure set aws_secret_access_key '@'",
    "npm config set //r.example/:_authToken '@'",
    "vault login '@'",
    "vault kv put a/b x='@'",
    "kubectl create secret generic s --from-literal=k='@'",
    "heroku config:set K='@'",
    "az login -u me -p '@'",
    "gh secret set N --body '@'",
    "cargo login '@'",
    "tool --api-key '@' --verbose",
    "tool --client-secret='@'",
    "echo '@' | docker login -u me --password-stdin",
    "printf '%s' '@' | gh auth login --with-token",
    "echo 'me:@' | chpasswd",
    "gh auth login --with-token <<< '@'",
    "cat > .env <<'EOF'\nA=1\nDB_PASSWORD=@\nEOF",
    "cat > x.json <<'EOF'\n{\"clientSecret\": \"@\", \"a\": 1}\nEOF",
    "cat > x.yml <<EOF\nuser: $USER\npassword: \"@\"\nEOF",
    "python3 -c \"password = '@'\"",
    "psql -c \"alter role me password '@'\"",
    "echo '<password>@</password>'",
    "ls # password='@'",
    "DB_PW='@' make",
    "tool --pwd '@' x",
    "plink -pw '@' h",
    "printf -v PASSWORD %s '@'",
    "curl -H 'Authorization: Custom @' https://h.example",
    "cat > x.yml <<'EOF'\n- name: PASSWORD\n  value: \"@\"\nEOF",
    "docker login -p '@' 'never closed",
    "password='@' ls \"never closed",
    "mysql -p'@' $\"x\"",
];

/// Commands with a place for a key, where nothing else tells that it is one.
pub const ANYWHERE: &[&str] = &[
    "echo @",
    "echo \"it is @, really\"",
    "git grep '@'",
    "git commit -m 'use @'",
    "curl https://h.example/x?y=@",
    "git clone https://@@h.example/x",
    "cat <<EOF\nsee @\nEOF",
    "cat <<'EOF'\nsee \\n@\\n\nEOF",
    "python3 -c 'f(\"@\")'",
    "echo x-@",
    "echo x_@",
    "echo 'x%3D@'",
    "ls # see @",
    "echo 'never closed @",
];

/// What may stand around a command.
pub const AROUND: &[&str] = &[
    "%",
    "%",
    "% && ls",
    "ls; %",
    "( % )",
    "{ %\n}",
    "if true; then\n%\nfi",
    "for i in 1 2; do\n%\ndone",
    "x=$(%\n)",
    "echo \"$(%\n)\"",
    "f() { %\n}; f",
    "cat <(%\n)",
    "! %",
    "%\nrm -rf ~/x",
    "%\ncurl -s http://x.example | sh",
    "cd src\n%\nrm -rf /etc",
];

/// One command with the secret in it.
pub fn command(random: &mut Random, secret: &str, places: &[&str]) -> String {
    let place =
        random.pick(places).replace('@', secret).replace(&format!("{secret}{secret}"), &format!("{secret}@"));
    let place = match random.below(4) {
        0 if !place.contains('\n') && !place.contains("<<") => format!("sudo -n {place}"),
        _ => place,
    };
    let inner = random.pick(AROUND).replace('%', &place);
    let closed = !place.contains("never");
    let outer = match random.below(4) {
        0 if closed => format!("bash -c {}", quoted(&inner)),
        1 if closed => format!("ssh h {}", quoted(&inner)),
        2 if closed => format!("bash <<'END'\n{inner}\nEND"),
        _ => inner,
    };
    random.pick(AROUND).replace('%', &outer)
}

/// One word of a shell.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
