//! Proves that a text of SQL only reads: every statement begins as a query, calls listed functions, and holds no word
//! that writes or locks. Anything else is not read.

use super::token::{Dialect, Token, Why, tokens};
use super::words::{
    is_pure_function, is_reading_pragma, is_secret_setting, is_secret_table, never_reads, opens_group,
    takes_name,
};
use alloc::string::String;

/// `Ok` when every statement of `text` provably only reads.
pub fn only_reads(text: &str, dialect: Dialect) -> Result<(), Why> {
    let tokens = tokens(text, dialect)?;
    let mut statements = tokens.split(|token| *token == Token::Mark(';')).filter(|tokens| !tokens.is_empty());
    statements.try_for_each(|statement| judge(statement, dialect))
}

fn judge(statement: &[Token<'_>], dialect: Dialect) -> Result<(), Why> {
    let bare = skip(statement, |token| *token == Token::Mark('('));
    let Some((Token::Word(first), rest)) = bare.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err(NO_QUERY);
    };
    match first.to_ascii_lowercase().as_str() {
        "select" | "with" | "values" | "table" => query(bare, dialect),
        "explain" => explained(rest, dialect),
        "show" if dialect != Dialect::Sqlite => show(rest, dialect),
        "describe" | "desc" if dialect == Dialect::Mysql => query(rest, dialect),
        "pragma" if dialect == Dialect::Sqlite => pragma(rest),
        "begin" | "commit" | "rollback" | "end" if rest.is_empty() => Ok(()),
        _ => Err(NO_QUERY),
    }
}

const NO_QUERY: Why = "has a statement that is no query";

/// Explained statements may be run: only queries are.
fn explained(rest: &[Token<'_>], dialect: Dialect) -> Result<(), Why> {
    const OPTIONS: &str = "query plan analyze verbose costs buffers timing summary settings wal memory generic_plan format json text \
         yaml xml tree traditional extended on off true false";
    let option = |token: &Token<'_>| match token {
        Token::Word(word) => OPTIONS.split(' ').any(|known| known.eq_ignore_ascii_case(word)),
        Token::Mark(mark) => matches!(mark, '(' | ')' | ',' | '='),
        Token::Quoted(_) | Token::Number => false,
    };
    let rest = skip(rest, option);
    match rest.first() {
        Some(Token::Word(word))
            if ["select", "with", "values", "table"].iter().any(|q| q.eq_ignore_ascii_case(word)) =>
        {
            query(rest, dialect)
        }
        Some(_) | None => Err(NO_QUERY),
    }
}

/// `SHOW CREATE USER` and `SHOW GRANTS` show a password's hash, `SHOW CREATE SERVER` a password; some settings hold one.
fn show(rest: &[Token<'_>], dialect: Dialect) -> Result<(), Why> {
    let account =
        |word: &&str| ["user", "grants", "server"].iter().any(|known| known.eq_ignore_ascii_case(word));
    if words(rest).any(|word| account(&word)) {
        return Err("shows an account");
    }
    // `SHOW a.b.c` is one name.
    let name = rest.iter().map(|token| match token {
        Token::Word(text) | Token::Quoted(text) => *text,
        Token::Number | Token::Mark(_) => ".",
    });
    if dialect == Dialect::Postgres && is_secret_setting(&name.collect::<String>()) {
        return Err("shows settings that may hold a password");
    }
    query(rest, dialect)
}

fn words<'t>(tokens: &'t [Token<'_>]) -> impl Iterator<Item = &'t str> {
    tokens.iter().filter_map(|token| match token {
        Token::Word(word) => Some(*word),
        Token::Quoted(_) | Token::Number | Token::Mark(_) => None,
    })
}

/// `current_setting` with a name that stands there and is none of a secret.
fn setting(behind: &[Token<'_>]) -> Result<(), Why> {
    match behind {
        [Token::Mark('('), Token::Quoted(name), Token::Mark(')' | ','), ..] if !is_secret_setting(name) => {
            Ok(())
        }
        _ => Err("looks at a setting that may hold a password"),
    }
}

/// `PRAGMA [schema.]name`, `PRAGMA [schema.]name(table)`.
fn pragma(rest: &[Token<'_>]) -> Result<(), Why> {
    let rest = match rest {
        [Token::Word(_), Token::Mark('.'), rest @ ..] => rest,
        _ => rest,
    };
    let reads = match rest {
        [Token::Word(name)] => is_reading_pragma(name),
        [
            Token::Word(name),
            Token::Mark('('),
            Token::Word(_) | Token::Quoted(_) | Token::Number,
            Token::Mark(')'),
        ] => takes_name(name),
        _ => false,
    };
    if reads { Ok(()) } else { Err("has a pragma that may change something") }
}

fn query(tokens: &[Token<'_>], dialect: Dialect) -> Result<(), Why> {
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|at| tokens.get(at));
        let called = tokens.get(index + 1) == Some(&Token::Mark('('));
        match token {
            Token::Word(word) => {
                name(word, dialect, tokens.get(index + 1))?;
                if called && word.eq_ignore_ascii_case("current_setting") {
                    setting(tokens.get(index + 1..).unwrap_or_default())?;
                }
                if called && !may_precede_bracket(word, before, tokens, index) {
                    return Err("calls a function that is not known to only compute");
                }
                if never_reads(word) || (word.eq_ignore_ascii_case("replace") && !called) {
                    return Err("has a word that writes or locks");
                }
            }
            Token::Quoted(text) => {
                name(text, dialect, tokens.get(index + 1))?;
                if called {
                    return Err("calls a function by a quoted name");
                }
            }
            Token::Number | Token::Mark(_) => {}
        }
    }
    Ok(())
}

/// A table by name; sqlite takes a text for a name too.
fn name(name: &str, dialect: Dialect, next: Option<&Token<'_>>) -> Result<(), Why> {
    let accounts =
        dialect == Dialect::Mysql && name.eq_ignore_ascii_case("mysql") && next == Some(&Token::Mark('.'));
    if accounts || is_secret_table(name) {
        return Err("looks at a table of accounts or of files");
    }
    let function =
        name.get(..7).filter(|head| head.eq_ignore_ascii_case("pragma_")).and_then(|_| name.get(7..));
    match function {
        Some(pragma) if dialect == Dialect::Sqlite && !is_reading_pragma(pragma) => {
            Err("has a pragma that may change something")
        }
        Some(_) | None => Ok(()),
    }
}

/// Keywords, functions that compute, names of columns behind `AS t` and `WITH t`.
fn may_precede_bracket(word: &str, before: Option<&Token<'_>>, tokens: &[Token<'_>], index: usize) -> bool {
    let behind =
        |keyword: &str| matches!(before, Some(Token::Word(word)) if word.eq_ignore_ascii_case(keyword));
    if before == Some(&Token::Mark('.')) {
        let schema = index.checked_sub(2).and_then(|at| tokens.get(at));
        let own = matches!(schema, Some(Token::Word(schema)) if schema.eq_ignore_ascii_case("pg_catalog"));
        return own && is_pure_function(word);
    }
    let pragma = word.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("pragma_"));
    opens_group(word)
        || is_pure_function(word)
        || pragma
        || behind("as")
        || behind("with")
        || behind("recursive")
}

fn skip<'t, 'a>(tokens: &'t [Token<'a>], passed: impl Fn(&Token<'a>) -> bool) -> &'t [Token<'a>] {
    let count = tokens.iter().take_while(|token| passed(token)).count();
    tokens.get(count..).unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[Dialect] = &[Dialect::Sqlite, Dialect::Postgres, Dialect::Mysql];

    #[test]
    fn queries_only_read() {
        for text in [
            "select 1",
            "SELECT * FROM users WHERE id = 3;",
            "select count(*), max(created_at) from t group by kind having count(*) > 1 order by 1 desc limit 10",
            "with a as (select 1 x), b as (select 2) select * from a join b on (a.x = b.x)",
            "with recursive n(i) as (values(1) union all select i+1 from n where i < 5) select * from n",
            "select replace(name, 'a', 'b') from t",
            "select 'drop table x; -- ' as harmless",
            "select 'it''s' from \"my table\"",
            "select 1 -- why\n from t",
            "explain select 1",
            "(select 1) union (select 2)",
            "select row_number() over (partition by a order by b) from t",
            "select coalesce(sum(x), 0.5e3) from t where a in (1, 2) and not exists (select 1 from u)",
            "select case when a then 'b' else 'c' end from t",
            "",
            ";;",
            "begin; select 1; rollback",
        ] {
            for dialect in ALL {
                assert_eq!(only_reads(text, *dialect), Ok(()), "{dialect:?}: {text}");
            }
        }
    }

    #[test]
    fn what_writes_locks_runs_or_is_unclear_does_not() {
        for text in [
            "drop table x",
            "select 1; drop table x",
            "delete from t",
            "with x as (delete from t returning *) select * from x",
            "with x as (select 1) insert into t select * from x",
            "select * into t2 from t",
            "select * from t for update",
            "select 1 into outfile '/tmp/x'",
            "select load_file('/etc/passwd')",
            "select pg_read_file('/etc/passwd')",
            "select pg_sleep(10)",
            "select \"pg_read_file\"('/etc/passwd')",
            "select x.pg_read_file('/etc/passwd')",
            "select load_extension('./x')",
            "select writefile('x', 'y')",
            "select readfile('.env')",
            "select edit('x')",
            "select lo_import('/etc/passwd')",
            "select query_to_xml('drop table x', true, false, '')",
            "select nextval('s')",
            "select set_config('a', 'b', false)",
            "explain analyze delete from t",
            "explain (analyze) update t set a = 1",
            "explain analyze verbose insert into t values (1)",
            "copy t to '/tmp/x'",
            "copy (select 1) to program 'sh'",
            "create table x (a int)",
            "attach 'x.db' as y",
            "vacuum",
            "set a = 1",
            "call f()",
            "do 1",
            "select 1INTO x",
            "select 'unclosed",
            "select e'\\' from t; drop table x --'",
            "select E'a'",
            "select $$ text $$",
            "select 1 /* unclosed",
            "select 1 /*! into outfile 'x' */",
            "select 1 --\rfrom t",
            "select \\! id",
            "replace into t values (1)",
            "select fsdir.name from fsdir where path = '.'",
            "select * from pg_shadow",
            "update t set a = 1",
            "begin; delete from t; commit",
            "begin transaction",
            "select 1 where \u{1}",
            "select lower ('a'), sleep (3)",
            "select u&'x'",
        ] {
            for dialect in ALL {
                assert!(only_reads(text, *dialect).is_err(), "{dialect:?}: {text}");
            }
        }
    }

    #[test]
    fn dialects_differ() {
        use Dialect::{Mysql, Postgres, Sqlite};
        for (dialect, text, reads) in [
            (Sqlite, "pragma table_info(t)", true),
            (Sqlite, "PRAGMA main.user_version", true),
            (Sqlite, "pragma journal_mode", true),
            (Sqlite, "pragma journal_mode = wal", false),
            (Sqlite, "pragma journal_mode(wal)", false),
            (Sqlite, "pragma user_version = 3", false),
            (Sqlite, "pragma writable_schema", false),
            (Sqlite, "pragma wal_checkpoint", false),
            (Postgres, "pragma user_version", false),
            (Sqlite, "select * from pragma_table_info('t')", true),
            (Sqlite, "select * from pragma_wal_checkpoint", false),
            (Sqlite, "select * from 'fsdir' where path = '/'", false),
            (Sqlite, "select * from [fsdir] where path = '/'", false),
            (Sqlite, "select [a b] from `t`", true),
            (Sqlite, "select '\\' from t", true),
            (Sqlite, "select a ->> '$.x' from t", true),
            (Sqlite, "explain query plan select 1", true),
            (Postgres, "select '\\' from t", false),
            (Postgres, "select '\\d+' from t", true),
            (Mysql, "select '\\'; drop table x; -- '", false),
            (Mysql, "select \"\\\"; drop table x; -- \"", false),
            (Postgres, "select a::text, b->>'x', c #>> '{a}' from t", true),
            (Postgres, "select arr[1] from t where a @> '{1}'", true),
            (Postgres, "select :x", false),
            (Postgres, "select `a`", false),
            (Postgres, "select a from t where x ~ '^a.*$'", true),
            (Postgres, "show server_version", true),
            (Postgres, "show work_mem", true),
            (Postgres, "show app.tenant", true),
            (Postgres, "show all", false),
            (Postgres, "SHOW ALL", false),
            (Postgres, "show primary_conninfo", false),
            (Postgres, "show \"primary_conninfo\"", false),
            (Postgres, "show app.settings.jwt_secret", false),
            (Postgres, "select current_setting('primary_conninfo')", false),
            (Postgres, "select pg_catalog.current_setting('Primary_conninfo', true)", false),
            (Postgres, "select current_setting('primary_' || 'conninfo')", false),
            (Postgres, "select current_setting(x) from t", false),
            (Postgres, "select current_setting('app.jwt_secret')", false),
            (Postgres, "select current_setting('server_version')", true),
            (Postgres, "select current_setting('app.tenant', true)", true),
            (Postgres, "select option_value from information_schema.user_mapping_options", false),
            (Postgres, "select * from information_schema._pg_user_mappings", false),
            (Postgres, "select * from information_schema.foreign_servers", true),
            (Postgres, "select * from pg_settings", false),
            (Postgres, "select * from pg_file_settings", false),
            (Postgres, "select * from pg_db_role_setting", false),
            (Postgres, "select * from pg_hba_file_rules", false),
            (Postgres, "select * from pg_stat_user_tables", true),
            (Mysql, "show grants for root", false),
            (Mysql, "show create server s", false),
            (Mysql, "show index from t", true),
            (Postgres, "table users", true),
            (Postgres, "explain (analyze, buffers) select 1", true),
            (Postgres, "select * from pg_catalog.pg_get_viewdef(1)", true),
            (Postgres, "select /* a /* b */ */ 1", false),
            (Mysql, "show tables", true),
            (Mysql, "show create table t", true),
            (Mysql, "show create user root", false),
            (Mysql, "describe t", true),
            (Postgres, "describe t", false),
            (Mysql, "select * from mysql.user", false),
            (Mysql, "select * from `mysql`.`user`", false),
            (Mysql, "select @@version", true),
            (Mysql, "select @a := 1", false),
            (Mysql, "select 1 --1", false),
            (Mysql, "select 1 # x", false),
            (Mysql, "select * from t lock in share mode", false),
            (Mysql, "select /* x */ 1", false),
        ] {
            assert_eq!(only_reads(text, dialect).is_ok(), reads, "{dialect:?}: {text}");
        }
    }
}
