//! Inputs that readers of Bash get wrong, with the stub programs bash really runs for them.
//!
//! `⏎` line end, `⇥` tab, `␍` carriage return, `·` between words; right of `=>` what bash runs, in no order.
//! S: must be predicted. A: refusing is right until the reader gets finer. N: nothing runs and nothing may be
//! predicted. P: bash evaluates data when it runs, which no reader sees: the policy's business.

/// How a row is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Predicted exactly.
    Shown,
    /// Refused or predicted completely.
    Asked,
    /// Refused or nothing predicted.
    Nothing,
    /// Not the reader's.
    Policy,
}

/// One row.
pub struct Row {
    /// As it stands in the table.
    pub line: &'static str,
    /// Its class.
    pub class: Class,
    /// The text.
    pub text: String,
    /// What bash runs.
    pub runs: Vec<Vec<String>>,
}

/// All rows.
pub fn rows() -> Vec<Row> {
    TABLE.lines().filter(|line| !line.is_empty()).map(row).collect()
}

fn row(line: &'static str) -> Row {
    let (class, rest) = line.split_at(2);
    let (text, runs) = rest.rsplit_once(" =>").expect("a row has an arrow");
    let class = match class {
        "S " => Class::Shown,
        "A " => Class::Asked,
        "N " => Class::Nothing,
        "P " => Class::Policy,
        other => panic!("unknown class {other:?}"),
    };
    let runs = runs.split(" ; ").filter(|run| !run.trim().is_empty());
    let runs = runs.map(|run| run.trim_start().split('·').map(str::to_owned).collect()).collect();
    Row { line, class, text: plain(text), runs }
}

fn plain(text: &str) -> String {
    text.replace('⏎', "\n").replace('⇥', "\t").replace('␍', "\r")
}

const TABLE: &str = r#"
S echo "a $(ZA "b $(ZB 'c)')")" => ZA·b  ; ZB·c)
N echo 'a $(ZA) `ZA`' "\$(ZA)" =>
S echo $'it\'s; ZA'; ZB => ZB
S echo "$'a"; ZA; echo "'" => ZA
S $'\x5aA' x => ZA·x
A echo $"a $(ZA)" => ZA
S Z\⏎A x => ZA·x
A true &\⏎& ZA => ZA
S echo a # c \⏎ZA => ZA
A cat <<E⏎x "$(ZA "$(ZB)")" y⏎E⏎ZC => ZA· ; ZB ; ZC
S cat <<'E'⏎$(ZA) `ZA`⏎E⏎ZB => ZB
A cat <<E'O'F⏎$(ZA)⏎EOF⏎ZB => ZB
A cat <<-E⏎  E⏎⇥E⏎ZA => ZA
A cat <<E⏎E ⏎cat <<'X'⏎E⏎ZA⏎X => ZA
A cat <<E⏎E␍⏎cat <<'X'⏎E⏎ZA⏎X => ZA
S cat <<E⏎foo\⏎E⏎ZA⏎E⏎ZB => ZB
A cat <<E⏎\$(ZA) \`ZA\`⏎E⏎ZB => ZB
A cat <<A <<B; ZA⏎$(ZB)⏎A⏎$(ZC)⏎B⏎ZD => ZA ; ZB ; ZC ; ZD
S git commit -m "$(cat <<'EOF'⏎it's `ZA` ) " $(ZA)⏎EOF⏎)" && ZB => git·commit·-m·it's `ZA` ) " $(ZA) ; ZB
A cat <<E⏎${x:-'$(ZA)'} '$(ZB)'⏎E => ZA ; ZB
A cat <<E⏎$(ZA) => ZA
S cat <<E && echo "$(ZA)"⏎b⏎E => ZA
S true <(ZA) x>(ZB) "<(ZC)" => ZA ; ZB
S cat ${x:-<(ZA)} => ZA
A echo $((1 + $(ZA) + `ZB`)) => ZA ; ZB
A echo $((ZA) ; (ZB)) => ZA ; ZB
S ((ZA) ; (ZB)) => ZA ; ZB
S ( (ZA) ); ( (ZB) | ZC ) => ZA ; ZB ; ZC
A echo $[ 1 + $(ZA) ] => ZA
S a[$(ZA)0]=1; echo ${a[$(ZB)0]} => ZA ; ZB
S for ((i=0$(ZA);i<1;i++)); do ZB; done => ZA ; ZB
S [[ -n $(ZA) || x == "$(ZB)" || y =~ ^z$(ZC) ]] => ZA ; ZB ; ZC
S case x in $(ZA)) : ;; (x) ZB;& y) ZC;; esac => ZA ; ZB ; ZC
S x=$(case a in a) ZA;; esac); ZB => ZA ; ZB
S ls() { ZA; }; ls; \ls => ZA ; ZA
A coproc A=1 ZA; wait => ZA
A time -- ZA; ! ! ZB; !(ZC) => ZA ; ZB ; ZC
A {ZA,x} y; echo {a,$(ZB)} => ZA·x·y ; ZB
S A=1 B="$(ZA)" ZB C=3 => ZA ; ZB·C=3
S >o A=1 <o ZA x => ZA·x
S a=(x $(ZA) [2]=`ZB` "y)" # c )⏎); ZC => ZA ; ZB ; ZC
A echo `echo \`ZA\`` => ZA
S echo $(echo $(echo $(ZA))) => ZA
N echo "${x:-'}"; ZA; echo "'}" =>
S echo ${x:-'}'; ZA}; ZB => ZB
S \ZA a; "ZB" b; Z""C c => ZA·a ; ZB·b ; ZC·c
A echo a \␍⏎ZA => ZA
N echo a␍ZA =>
S echo $(ZA # it's )⏎); ZB => ZA ; ZB
S ZA & >o ZB; ZC &>o; wait => ZA ; ZB ; ZC
A echo "${x:-'$(ZA)'}" => ZA
A echo "${x:-'}$(ZA)'}" => ZA
N echo ${x:-'$(ZA)'} "${x%'$(ZA)'}" =>
A x=abc; echo ${x:'$(ZA)'} => ZA
A a['$(ZA)']=1 => ZA
A (( '$(ZA)' )) => ZA
A R=Z; ${R}A x; ZB$IFS-x => ZA·x ; ZB·-x
P test -v 'a[$(ZA)]' => ZA
P i='a[$(ZA)]'; echo $((i)) => ZA
P declare -n r='a[$(ZA)]'; r=1 => ZA
P x='$(ZA)'; echo ${x@P} => ZA
P PS4='$(ZA)'; set -x; : => ZA
P compgen -W '$(ZA)' => ZA
P bash <<'E'⏎ZA x⏎E => ZA·x
A echo $((1+$(case a in a) ZA;; esac))) => ZA
S echo $((1+$(case a in (a) ZA;; esac))) => ZA
A ZA $(if ZB <<E⏎b⏎E⏎then if ZC; ZD; then :; fi; fi) => ZA ; ZB ; ZC·ZD
S ZA "$(ZB <<E && ZC | ZD⏎b⏎E⏎)" => ZA· ; ZB ; ZC ; ZD
A x=v; echo "${x/v/<(ZA)}" => ZA
A ZA "`ZB "{a,b}"`" => ZA·· ; ZB·a ; ZB·b
A ZA {b},c} => ZA·b}·c
A a[1+$([ x)]=b $* => a[1+]=b·p·q
A ZA "${x:-"{a,b}"}" => ZA·a·b
S ZA x{,b} => ZA·x·xb
S ZA b; ZB => ZA b ; ZB
S ZA b => ZA b
S ZAb => ZAb
S ﻿ZA => ﻿ZA
"#;
