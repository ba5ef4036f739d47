#!/bin/sh
# Tells mastiff what ran. Nothing depends on the answer.
gate='@GATE@'
"$gate" hook --host cline --after --config '@CONFIG@' --state '@STATE@'
