//! Places where secrets stand: flags, names, headers, texts that hold commands; and what looks like them.

use crate::table::{are_masked, stay};

#[test]
fn names_and_flags() {
    are_masked(&[
        ("PW=hunter make", "PW=REDACTED make"),
        ("DB_PW=hunter ROOT_PW=x1 make", "DB_PW=REDACTED ROOT_PW=REDACTED make"),
        ("tool --pwd hunter", "tool --pwd REDACTED"),
        ("tool --pwd=hunter", "tool --pwd=REDACTED"),
        ("tool -v pw=hunter", "tool -v pw=REDACTED"),
        ("echo '{\"pwd\": \"hunter\"}'", "echo '{\"pwd\": \"REDACTED\"}'"),
        ("tool --auth q7Zk29fLw0", "tool --auth REDACTED"),
        ("tool --bearer q7Zk29fLw0", "tool --bearer REDACTED"),
        ("printf -v PASSWORD %s hunter", "printf -v PASSWORD %s REDACTED"),
        ("all[PASSWORD]=hunter", "all[PASSWORD]=REDACTED"),
        ("[ \"$PASSWORD\" = hunter ]", "[ \"$PASSWORD\" = REDACTED ]"),
        ("test \"$PASSWORD\" != hunter", "test \"$PASSWORD\" != REDACTED"),
    ]);
    stay(&[
        "tool --pwd /repo",
        "tool --pwd=/repo",
        "echo '{\"pwd\": \"/repo\"}'",
        "tool --auth basic",
        "tool --bearer",
        "printf -v NAME %s hunter",
        "all[NAME]=hunter",
        "[ \"$NAME\" = hunter ]",
        "[ \"$PASSWORD\" = \"$OTHER\" ]",
        "test -n \"$PASSWORD\"",
        "SPW=1 make",
    ]);
}

#[test]
fn programs() {
    are_masked(&[
        ("curl -x me:hunter@p:80 h", "curl -x me:REDACTED@p:80 h"),
        ("curl me:hunter@h.example/x", "curl me:REDACTED@h.example/x"),
        ("http -A bearer -a q7Zk29fLw0 h", "http -A bearer -a REDACTED h"),
        ("xh --auth-type bearer -a q7Zk29fLw0 h", "xh --auth-type bearer -a REDACTED h"),
        ("mysql -vphunter db", "mysql -vpREDACTED db"),
        ("plink -pw hunter me@h", "plink -pw REDACTED me@h"),
        ("psexec -u me -p hunter cmd", "psexec -u me -p REDACTED cmd"),
        ("beeline -u jdbc -n me -p hunter", "beeline -u jdbc -n me -p REDACTED"),
        ("p4 -u me -P hunter info", "p4 -u me -P REDACTED info"),
        ("lftp -e 'open -u me,hunter h'", "lftp -e 'open -u me,REDACTED h'"),
        (
            "rclone config create r s3 secret_access_key hunter region x",
            "rclone config create r s3 secret_access_key REDACTED region x",
        ),
        ("curl -H 'Authorization: GenieKey hunter' h", "curl -H 'Authorization: GenieKey REDACTED' h"),
        ("curl -H 'Authorization: Custom hunter' h", "curl -H 'Authorization: Custom REDACTED' h"),
        ("echo 'Authorization: SSWS 00abcdef'", "echo 'Authorization: SSWS REDACTED'"),
        ("mongosh --eval \"db.auth('me','hunter')\"", "mongosh --eval \"db.auth('me','REDACTED')\""),
        ("python3 -c \"u.set_password('hunter')\"", "python3 -c \"u.set_password('REDACTED')\""),
    ]);
    stay(&[
        "curl -x proxy.example:80 h",
        "curl localhost:8080/a@b",
        "curl --data 'a:b c@d' h",
        "http -A basic -a me h",
        "mysql -vp db",
        "plink me@h ls",
        "lftp -e 'open h'",
        "rclone config create r s3 region eu-west-1",
        "echo 'the Authorization: required header'",
        "grep -rn 'Authorization: see the docs' src",
        "python3 -c \"u.get_password('svc')\"",
        "python3 -c \"set_password(x)\"",
        "python3 -c \"check_password('is it long enough')\"",
    ]);
}

#[test]
fn texts() {
    are_masked(&[
        (
            "cat > x.yml <<'EOF'\n- name: PASSWORD\n  value: hunter\n- name: MODE\n  value: fast\nEOF",
            "cat > x.yml <<'EOF'\n- name: PASSWORD\n  value: REDACTED\n- name: MODE\n  value: fast\nEOF",
        ),
        (
            "echo '{\"name\":\"password\",\"value\":\"hunter\"}'",
            "echo '{\"name\":\"password\",\"value\":\"REDACTED\"}'",
        ),
        (
            "echo '<add key=\"password\" value=\"hunter\"/>'",
            "echo '<add key=\"password\" value=\"REDACTED\"/>'",
        ),
        (
            "cat > x.ini <<'EOF'\npassword = correcthorse\nEOF",
            "cat > x.ini <<'EOF'\npassword = REDACTED\nEOF",
        ),
        ("echo 'Server=h;Pwd=correcthorse;Uid=me'", "echo 'Server=h;Pwd=REDACTED;Uid=me'"),
        ("cat > x.sh <<'EOF'\nmysql -phunter db\nEOF", "cat > x.sh <<'EOF'\nmysql -pREDACTED db\nEOF"),
        (
            "cat > x.sh <<'EOF'\nset -e\nsudo curl -u me:hunter h\nEOF",
            "cat > x.sh <<'EOF'\nset -e\nsudo curl -u me:REDACTED h\nEOF",
        ),
        ("alias m='mysql -phunter'", "alias m='mysql -pREDACTED'"),
        (
            "echo '0 5 * * * mysql -phunter db' | crontab -",
            "echo '0 5 * * * mysql -pREDACTED db' | crontab -",
        ),
        ("echo 'sshpass -p hunter ssh h' >> x.sh", "echo 'sshpass -p REDACTED ssh h' >> x.sh"),
    ]);
    stay(&[
        "echo '{\"name\":\"mode\",\"value\":\"fast\"}'",
        "echo '<add key=\"mode\" value=\"fast\"/>'",
        "cat > x.yml <<'EOF'\n- name: TOKEN\n  valueFrom: x\n- name: A\n  value: fast\nEOF",
        "cat > x.ini <<'EOF'\npassword = password\nuser = correcthorse\nEOF",
        "python3 <<'EOF'\npassword = correcthorse\nEOF",
        "git commit -m 'cargo login works again -- and mysql -p asks'",
        "git commit -m 'docs: docker run -p 80:80 and curl -s'",
        "cat > x.md <<'EOF'\nRun docker login - it asks. Use mysql -h h -u me.\nEOF",
        "echo 'read -p x -r y'",
    ]);
}

/// What is printed into a file of secrets is one.
#[test]
fn files_of_secrets() {
    are_masked(&[
        ("echo qwertyuiopasdfgh > .env", "echo REDACTED > .env"),
        ("echo hunter > .env", "echo REDACTED > .env"),
        ("echo hunter>.env", "echo REDACTED>.env"),
        ("echo qwertyuiopasdfgh >> ~/.vault-token", "echo REDACTED >> ~/.vault-token"),
        ("echo FOO=qwertyuiop > .env", "echo FOO=REDACTED > .env"),
        ("printf 'TOKEN=%s\\n' qwertyuiop > .env", "printf 'TOKEN=REDACTED' REDACTED > .env"),
        ("printf '%s' qwertyuiop > \"$HOME/.ssh/id_rsa\"", "printf '%s' REDACTED > \"$HOME/.ssh/id_rsa\""),
        ("echo qwertyuiop | tee -a .env", "echo REDACTED | tee -a .env"),
        ("echo qwertyuiop | sudo tee .env", "echo REDACTED | sudo tee .env"),
        ("echo qwertyuiop | dd of=.env", "echo REDACTED | dd of=.env"),
        ("echo qwertyuiop | base64 > .env", "echo REDACTED | base64 > .env"),
        ("{ echo qwertyuiop; } > .env", "{ echo REDACTED; } > .env"),
        ("cat <<< qwertyuiop > .env", "cat <<< REDACTED > .env"),
        ("cat > .env <<EOF\nqwertyuiop\nEOF", "cat > .env <<EOF\nREDACTED\nEOF"),
    ]);
    stay(&[
        "echo qwertyuiop > notes.txt",
        "echo FOO=qwertyuiop > .env.example",
        "printf 'NAME=%s\\n' qwertyuiop > settings.sh",
        "echo qwertyuiop | tee -a notes.txt",
        "echo qwertyuiop; cat < .env",
        "cat > .env <<EOF\n# notes\nA=1\nEOF",
        "echo \"$X\" > .env",
        "cp a .env",
    ]);
}
