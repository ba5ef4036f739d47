//! Passwords that stand where no flag announces them: operands of programs, and what a script types for somebody.

use crate::table::{are_masked, stay};

#[test]
fn operands() {
    are_masked(&[
        ("net use 'Z:' '\\\\srv\\share' hunter2 /user:me", "net use 'Z:' '\\\\srv\\share' REDACTED /user:me"),
        ("net use '\\\\srv\\share' /user:me hunter2", "net use '\\\\srv\\share' /user:me REDACTED"),
        ("net.exe use //srv/share 'p w' /persistent:no", "net.exe use //srv/share 'REDACTED' /persistent:no"),
        (
            "cmd /c 'net use X: \\\\\\\\srv\\\\s hunter2 /user:me'",
            "cmd /c 'net use X: \\\\\\\\srv\\\\s REDACTED /user:me'",
        ),
        ("net user me hunter2 /add", "net user me REDACTED /add"),
        ("cmdkey /add:srv /user:me /pass:hunter2", "cmdkey /add:srv /user:me /pass:REDACTED"),
        ("schtasks /create /tn x /ru me /rp hunter2", "schtasks /create /tn x /ru me /rp REDACTED"),
        ("sc config svc obj= me password= hunter2", "sc config svc obj= me password= REDACTED"),
        ("wmic /node:h /user:me /password:hunter2 os get", "wmic /node:h /user:me /password:REDACTED os get"),
        ("samba-tool user create me hunter2", "samba-tool user create me REDACTED"),
        (
            "networksetup -setairportnetwork en0 Cafe hunter2",
            "networksetup -setairportnetwork en0 Cafe REDACTED",
        ),
        ("sysadminctl -addUser me -password hunter2", "sysadminctl -addUser me -password REDACTED"),
        ("isql dsn me hunter2", "isql dsn me REDACTED"),
        ("db2 connect to x user me using hunter2", "db2 connect to x user me using REDACTED"),
        ("pdftk a.pdf input_pw hunter2 output b.pdf", "pdftk a.pdf input_pw REDACTED output b.pdf"),
        ("ejabberdctl register me h hunter2", "ejabberdctl register me h REDACTED"),
        ("op signin my.example me@h A3-XXXXXX-YYYYYY --raw", "op signin my.example me@h REDACTED --raw"),
        ("op signin --raw <<< 'hunter two'", "op signin --raw <<< 'REDACTED'"),
        ("echo hunter2 | op signin --account my --raw", "echo REDACTED | op signin --account my --raw"),
        ("op item list --session abcdefg", "op item list --session REDACTED"),
        ("echo hunter2 | keepassxc-cli show db.kdbx x", "echo REDACTED | keepassxc-cli show db.kdbx x"),
        ("bw unlock hunter2 --raw", "bw unlock REDACTED --raw"),
    ]);
    stay(&[
        "net use 'Z:' '\\\\srv\\share' '*' /user:me",
        "net use 'Z:' /delete",
        "net use",
        "net user me /delete",
        "net user",
        "op signin --raw",
        "op signin --account my.example --raw",
        "op item list --vault x",
        "isql dsn me",
        "networksetup -listallhardwareports",
    ]);
}

#[test]
fn what_a_script_types() {
    are_masked(&[
        (
            "expect -c 'spawn ssh me@h; expect \"password:\"; send \"hunter2\\r\"; interact'",
            "expect -c 'spawn ssh me@h; expect \"password:\"; send \"REDACTED\\r\"; interact'",
        ),
        ("expect -c \"send hunter2\\\\r\"", "expect -c \"send REDACTED\\\\r\""),
        (
            "expect -c 'spawn su; expect \"*?assword*\" { send -- \"two words\\n\" }'",
            "expect -c 'spawn su; expect \"*?assword*\" { send -- \"REDACTED\\n\" }'",
        ),
        ("expect -c 'send -i $id {hunter2}'", "expect -c 'send -i $id {REDACTED}'"),
        (
            "expect <<'EOF'\nspawn sftp me@h\nexpect \"assword:\"\nexp_send \"hunter2\\r\"\nEOF",
            "expect <<'EOF'\nspawn sftp me@h\nexpect \"assword:\"\nexp_send \"REDACTED\\r\"\nEOF",
        ),
        (
            "cat > login.exp <<'EOF'\n#!/usr/bin/expect\nspawn ssh h\nexpect password\nsend \"hunter2\\r\"\nEOF",
            "cat > login.exp <<'EOF'\n#!/usr/bin/expect\nspawn ssh h\nexpect password\nsend \"REDACTED\\r\"\nEOF",
        ),
        (
            "python3 -c 'import pexpect; c = pexpect.spawn(\"su\"); c.sendline(\"hunter2\")'",
            "python3 -c 'import pexpect; c = pexpect.spawn(\"su\"); c.sendline(\"REDACTED\")'",
        ),
        (
            "osascript -e 'tell application \"System Events\" to keystroke \"hunter2\"'",
            "osascript -e 'tell application \"System Events\" to keystroke \"REDACTED\"'",
        ),
        (
            "osascript -e 'do shell script \"x\" user name \"me\" password \"hunter2\" with administrator privileges'",
            "osascript -e 'do shell script \"x\" user name \"me\" password \"REDACTED\" with administrator privileges'",
        ),
        (
            "pwsh -Command 'ConvertTo-SecureString \"hunter2\" -AsPlainText -Force'",
            "pwsh -Command 'ConvertTo-SecureString \"REDACTED\" -AsPlainText -Force'",
        ),
        (
            "powershell.exe -c '$p = \"hunter2\" | ConvertTo-SecureString -AsPlainText -Force'",
            "powershell.exe -c '$p = \"REDACTED\" | ConvertTo-SecureString -AsPlainText -Force'",
        ),
        (
            "tclsh <<'EOF'\nspawn x\nsend \"hunter2\\r\"\nEOF",
            "tclsh <<'EOF'\nspawn x\nsend \"REDACTED\\r\"\nEOF",
        ),
    ]);
    stay(&[
        "expect -c 'spawn ssh h; expect \"continue\"; send \"yes\\r\"'",
        "expect -c 'expect \"$ \"; send \"ls -l src\\r\"'",
        "expect -c 'send \"$env(PW)\\r\"; send [lindex $argv 0]'",
        "git commit -m 'send \"hello\" to the queue'",
        "python3 -c 'sock.send(\"hello\")'",
        "grep -rn 'send \"' src",
        "echo 'please send it to Bob'",
        "pwsh -Command 'ConvertTo-SecureString $env:PW -AsPlainText -Force'",
    ]);
}
