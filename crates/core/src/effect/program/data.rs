//! Tables, documents, pictures and sound: programs that take one apart and print.

use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::super::{Effect, Hazard};
use super::loaded::Load;
use super::spec::{Program, Style, Unread, custom, group, only_asks_for_help, parse, safe};
use super::whole::{self, Picks};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    // csvkit: everything goes to standard output.
    safe("csvcut csvlook csvstat csvsort csvformat csvstack csvjoin", CSV, "<*"),
    safe("csvgrep", "-a -c: -d: -e: -f< -H -i -l -m: -n -q: -r: -S -t --any-match --columns: --delimiter: --invert-match --match: --names --regex: --tabs", "<*"),
    safe("csvjson", "-d: -e: -H -I -k: -q: -S -t -y: --delimiter: --indent: --key: --no-inference --stream --tabs", "<*"),
    group("xsv", "", XSV).ends_alone(),
    // Its variables may stand there.
    group("qsv", "", QSV).ends_alone().loads(&[Load::here(".env").yours_if_guarded()]),
    custom("gron", |reading, call| local(reading, call, &safe("gron", "-c -j -m -s -u -v --colorize --json --monochrome --no-sort --stream --ungron --values", "<*"))),
    custom("xmllint", |reading, call| local(reading, call, &XMLLINT)),
    custom("jless fx jid jnv visidata vd tig lazygit lazydocker gitui", read_interactive),
    custom("pdftotext", read_pdftotext),
    safe("pdfinfo", "-box -custom -dests -enc: -f: -isodates -js -l: -meta -opw: -rawdates -struct -struct-text -upw: -url -v", "<").style(Style::Single),
    safe("pdffonts", "-f: -l: -opw: -subst -upw: -loc", "<").style(Style::Single),
    // Perl. Without a home it is looked for here.
    custom("exiftool", read_exiftool).loads(&[Load::here(".ExifTool_config"), Load::home(".ExifTool_config")]),
    custom("ffprobe", |reading, call| local(reading, call, &FFPROBE)),
    custom("glow", read_glow),
    // Left out: `-x` (loads code), `-O` and `-P` (options may name files that are written).
    safe("pygmentize", "-f: -g -l: -L -N: -o> -s -v -V", "<"),
    safe("ansifilter", "-i< -o> -T --input< --output> --text", ""),
];

const CSV: &str = "-b -c: -C: -d: -D: -e: -g: -H -I -K: -l -n -p: -q: -Q: -r -S -t -T -u: -U: -x -y: -z: --columns: --count --csv --delimiter: --encoding: \
     --freq --json --left --max --max-columns: --max-rows: --mean --median --min --names --no-header-row --no-inference --not-columns: --nulls \
     --outer --out-delimiter: --reverse --right --skip-lines: --sum --tabs --type --unique --zero";

const OUT: &str = "-d: -n -o> --delimiter: --no-headers --output>";

/// What prints, or writes where `-o` says. Left out: `index`, `split` and `partition`, which write by names of their own.
const XSV: &[Program] = &[
    safe(
        "count headers table flatten fmt input fixlengths",
        "-d: -j -n -o> -p: -s: -t: -w: --delimiter: --just-names --no-headers --output> --out-delimiter:",
        "<*",
    ),
    safe(
        "stats frequency sort slice",
        "-d: -e: -i: -j: -l: -n -N -o> -R -s: --cardinality --delimiter: --end: --everything --index: --len: --limit: --median --mode --no-headers --nulls --numeric --output> --reverse --select: --start:",
        "<",
    ),
    safe("select sample", OUT, ": <"),
    safe(
        "search",
        "-d: -i -n -o> -s: -v --delimiter: --ignore-case --invert-match --no-headers --output> --select:",
        ": <",
    ),
    safe("join", OUT, ": < : <"),
];

/// The same, without what keeps its results beside the file.
const QSV: &[Program] = &[
    safe(
        "count headers table flatten",
        "-d: -j -n -o> --delimiter: --just-names --no-headers --output>",
        "<*",
    ),
    safe(
        "slice",
        "-d: -e: -i: -l: -n -o> -s: --delimiter: --end: --index: --len: --no-headers --output> --start:",
        "<",
    ),
    safe("select", OUT, ": <"),
    safe(
        "search",
        "-d: -i -n -o> -s: -v --delimiter: --ignore-case --invert-match --no-headers --output> --select:",
        ": <",
    ),
];

/// Left out: what loads or fetches other files (entities, includes, schemas), `-c14n`, which does so by itself, and
/// `--shell`.
const XMLLINT: Program = safe(
    "xmllint",
    "-o> -encode: -format -html -huge -noblanks -nonet -noout -nowarning -output> -pretty: -recover -xpath:",
    "<*",
)
.style(Style::Single);

/// Left out: `-f` (filters as input), `-o` and whatever sets protocols.
const FFPROBE: Program = safe(
    "ffprobe",
    "-count_frames -count_packets -hide_banner -i< -loglevel: -of: -output_format: -pretty -print_format: -select_streams: -sexagesimal -show_chapters \
     -show_entries: -show_error -show_format -show_frames -show_packets -show_programs -show_streams -unit -v: -version",
    "<",
)
.style(Style::Single);

/// Files of this machine only: with a colon or a host's name in it, one may be fetched, or be read by another rule.
pub(super) fn local(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let parsed = match parse(program.style, program.flags, &call.args) {
        Ok(parsed) => parsed,
        // Help, or the stop that a full reading gives.
        Err(_) => return program.read(reading, call),
    };
    let read =
        parsed.flags.iter().filter(|flag| flag.marks.contains('<')).filter_map(|flag| flag.value.as_ref());
    let fetched =
        |arg: &&Arg| [":", "github.com", "gitlab.com"].iter().any(|sign| arg.value.prefix().contains(sign));
    match read.chain(parsed.operands.iter().copied()).find(fetched) {
        Some(arg) => {
            let message = format!("`{}` may fetch `{}`", call.name, arg.value.prefix());
            reading.hazard(Hazard::Network, "network", message, None, arg.span);
        }
        None => program.read(reading, call),
    }
}

/// A word that is no path may be a subcommand: `glow config` opens an editor.
fn read_glow(reading: &mut Reading<'_>, call: &Invocation) {
    const GLOW: Program = safe("glow", "-s: --style: -w: --width: -l --local", "<");
    let operands =
        parse(GLOW.style, GLOW.flags, &call.args).map(|parsed| parsed.operands).unwrap_or_default();
    for word in
        operands.iter().filter(|arg| !arg.value.prefix().contains(['/', '.']) && arg.text() != Some("-"))
    {
        reading.unread(&call.name, Unread::value(word));
    }
    local(reading, call, &GLOW);
}

fn read_interactive(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let message = format!("`{}` waits for keys", call.name);
    reading.add(Effect::Opaque, "interactive", message, call.span);
}

/// Without a second name the text goes into a file beside the document; `-` is standard output.
fn read_pdftotext(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-bbox -bbox-layout -cropbox -enc: -eol: -f: -fixed: -H: -htmlmeta -l: -layout -nodiag -nopgbrk -opw: -q -r: -raw -table -tsv \
         -upw: -v -W: -x: -y:";
    let parsed = match parse(Style::Single, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(_) if only_asks_for_help(&call.args) => return harmless(reading, call),
        Err(unread) => return reading.unread(&call.name, unread),
    };
    if let Some(document) = parsed.operands.first().filter(|document| document.text() != Some("-")) {
        reading.read_path(&call.name, document, false);
        let beside = match document.text() {
            Some(name) => {
                let stem = name.strip_suffix(".pdf").or_else(|| name.strip_suffix(".PDF")).unwrap_or(name);
                Value::known(format!("{stem}.txt"))
            }
            // A name that is not known stands for its whole directory, where the file is made too.
            None => document.value.clone(),
        };
        let beside = Arg { value: beside, span: document.span };
        match parsed.operands.get(1) {
            Some(output) if output.text() == Some("-") => {}
            Some(output) => reading.write_path(&call.name, output, false),
            None => reading.write_path(&call.name, &beside, false),
        }
    }
    if parsed.operands.len() > 2 {
        return reading.unread(&call.name, super::spec::Unread::flag("a third name", call.span));
    }
    harmless(reading, call);
}

/// Left out: everything that writes (`-TAG=…`, `-w`, `-o`), takes arguments from files, or evaluates (`-if`, `-p`). Tags are
/// listed, because options are spelled like them.
fn read_exiftool(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-a -all -All -Artist -AvgBitrate -BitsPerSample -ColorSpace -Comment -Copyright -CreateDate -DateTimeOriginal -Description -Duration -ee \
         -ExposureTime -FileModifyDate -FileName -FileSize -FileType -FNumber -FocalLength -G -G1 -GPSAltitude -GPSLatitude -GPSLongitude -GPSPosition \
         -ImageDescription -ImageHeight -ImageSize -ImageWidth -ISO -j -json -Keywords -LensModel -Make -MIMEType -Model -ModifyDate -n -Orientation \
         -q -r% -s -S -s3 -Software -Subject -t -T -Title -u -U -ver -VideoFrameRate -XResolution -YResolution";
    // Perl opens a name with a bar at its end, or one of these in front, as a command or in another way. Names below a folder too.
    let magic = |name: &str| name.contains(['|', '<', '>', '&']);
    let has_magic = |arg: &&Arg| match &arg.value {
        Value::Known(text) => !reading.stay_whole(text, magic),
        Value::Unknown(unknown) if unknown.listed => !reading.stay_whole(unknown.directory(), magic),
        // Others stop.
        Value::Unknown(_) => false,
    };
    match call.args.iter().find(has_magic) {
        Some(arg) => reading.unread(&call.name, super::spec::Unread::value(arg)),
        None => {
            let program = safe("exiftool", FLAGS, "<*").style(Style::Single);
            program.read(reading, call);
            // Of a folder it shows every file that it can read, keys in JSON among them. What could not be told apart stopped.
            if let Ok(parsed) = parse(program.style, program.flags, &call.args) {
                parsed
                    .operands
                    .iter()
                    .for_each(|folder| whole::below(reading, call, folder, &Picks::default()));
            }
        }
    }
}

fn harmless(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` is understood", call.name);
    reading.add(Effect::Harmless, "read_only_command", message, call.span);
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "csvcut csvlook csvstat csvsort csvformat csvstack csvjoin csvgrep csvjson xsv gron xmllint jless fx jid \
    jnv visidata vd tig lazygit lazydocker gitui pdftotext pdfinfo pdffonts ffprobe glow pygmentize \
    ansifilter";

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow csvcut -c 1,2 a.csv
        allow find src -type f -exec exiftool {} +
        allow csvgrep -c name -m x a.csv
        ask   csvgrep -f .env a.csv
        ask   csvsql --query 'select 1' a.csv
        ask   csvclean a.csv
        allow csvlook a.csv | head
        allow xsv select a,b data.csv
        allow xsv stats data.csv
        ask   xsv stats .env
        ask   xsv sort -o /etc/x data.csv
        ask   xsv split out data.csv
        ask   xsv index data.csv
        allow qsv count data.csv
        ask   qsv luau map x y data.csv
        ask   qsv fetch url data.csv
        allow gron a.json
        ask   gron https://x.example/a.json
        ask   gron .env
        allow xmllint --noout a.xml
        allow xmllint --xpath '//a/@b' a.xml
        allow xmllint --xpath '//ns:a' a.xml
        ask   xmllint --shell a.xml
        ask   xmllint --noent a.xml
        ask   xmllint --c14n a.xml
        ask   xmllint -c14n a.xml
        ask   xmllint --xinclude a.xml
        ask   xmllint http://x.example/a.xml
        ask   xmllint --output .git/config a.xml
        ask   xmllint -output .git/config a.xml
        ask   xmllint -noout -shell a.xml
        allow xmllint -format a.xml
        ask   jless a.json
        ask   fx a.json
        allow pdftotext a.pdf -
        allow pdftotext a.pdf
        allow pdftotext -layout a.pdf out.txt
        ask   pdftotext a.pdf /etc/x
        ask   pdftotext /usr/share/a.pdf
        allow pdfinfo a.pdf
        ask   pdfinfo .env
        allow exiftool a.jpg
        ask   exiftool http://x.example/DATA
        ask   exiftool 'touch x |'
        ask   exiftool '|id'
        allow exiftool -j -DateTimeOriginal a.jpg
        ask   exiftool -Artist=x a.jpg
        ask   exiftool '-Artist<x' a.jpg
        ask   exiftool -if 'system("id")' a.jpg
        ask   exiftool -p '${Artist;system("id")}' a.jpg
        ask   exiftool -w txt a.jpg
        ask   exiftool -o /etc/x a.jpg
        ask   exiftool -@ args
        ask   exiftool -config x a.jpg
        ask   exiftool -TagsFromFile a.jpg b.jpg
        ask   exiftool -overwrite_original a.jpg
        ask   exiftool -W x a.jpg
        allow ffprobe -v error -show_entries format=duration -of json a.mp4
        ask   ffprobe http://x.example/a.mp4
        ask   ffprobe -i http://x.example/a.mp4
        ask   ffprobe 'concat:a|b'
        allow ffprobe -of default=nokey=1:noprint_wrappers=1 a.mp4
        ask   ffprobe -f lavfi movie=a
        ask   ffprobe -o /etc/x a.mp4
        ask   mediainfo a.mp4
        ask   mediainfo --Output=file://.env a.mp4
        ask   mediainfo --LogFile=/etc/x a.mp4
        ask   mediainfo https://x.example/a.mp4
        allow glow README.md
        allow glow -
        ask   glow config
        ask   glow github.com/a/b
        ask   glow -p README.md
        allow pygmentize -l rust src/main.rs
        ask   pygmentize -x -l ./evil.py src/main.rs
        ask   pygmentize -O cssfile=/etc/x -f html src/main.rs
        ask   pygmentize -o /etc/x src/main.rs
"#;

#[cfg(test)]
mod tests {
    use super::*;

    /// Below a folder lies a name that perl runs.
    #[test]
    fn names_with_a_bar_below() {
        use super::super::examples::{machine, run_on};
        let rows = "find src -type f -exec exiftool {} +\nXX exiftool src\nXX exiftool -r src\nallow exiftool README.md";
        let rows = |expected: &str| ["XX ", rows].concat().replace("XX", expected);
        run_on(&machine(), &rows("allow"));
        run_on(&machine().file("/repo/src/a; touch x|", ""), &rows("ask"));
    }

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
