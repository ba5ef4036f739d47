#!/bin/sh
# Asks mastiff before a tool runs. Cline looks at standard output alone, whatever the exit code: so the answer is held back
# until the gate has ended as one that has answered, and everything else is a refusal.
# What the environment may bring into the shell (functions, options) is of no use here: see the line of the other hosts.
POSIXLY_CORRECT=1
unset -f echo printf 2>&- || :
set +e
gate='@GATE@'
answer=$(@WATCH@"$gate" hook --host cline --guarded --config '@CONFIG@' --state '@STATE@')
case $?:$answer in
10:) echo '{}' ;;
10:*) printf '%s\n' "$answer" ;;
12:*'"cancel":true'*) printf '%s\n' "$answer" ;;
*) echo '{"cancel":true,"errorMessage":"mastiff: the gate gave no answer, so this call is denied; a human runs mastiff doctor, or installs mastiff again"}' ;;
esac
