//! Databases: harmless, harmful, look-alike.

const SQLITE: &str = r#"
        allow sqlite3 -safe app.db 'select count(*) from users'
        allow sqlite3 -safe -readonly -header -column app.db "SELECT * FROM t LIMIT 5;"
        allow sqlite3 -safe app.db .tables
        ask   cp j.bin app.db-journal; sqlite3 -safe app.db 'select 1'
        ask   cat j.bin > app.db-journal && sqlite3 -safe app.db 'select 1'
        ask   ln -s j.bin app.db-journal; sqlite3 -safe app.db 'select 1'
        allow cp j.bin k.bin; sqlite3 -safe app.db 'select 1'
        allow sqlite3 -safe app.db '.schema users' '.mode column' 'select 1'
        allow sqlite3 -safe app.db 'pragma table_info(users)'
        allow sqlite3 :memory: 'select sqlite_version()'
        allow sqlite3 -safe app.db <<'SQL'⏎.headers on⏎.mode column⏎select *⏎from t;⏎SQL
        allow sqlite3 -safe app.db <<< 'select 1'
        ask   sqlite3 app.db 'select count(*) from users'
        ask   sqlite3 -readonly app.db 'select * from v'
        ask   sqlite3 app.db .tables
        ask   sqlite3 -cmd 'select * from v' -safe app.db 'select 1'
        ask   sqlite3 -safe app.db 'drop table users'
        ask   sqlite3 -safe app.db "select 1; delete from users"
        ask   sqlite3 -safe app.db "$QUERY"
        ask   sqlite3 -safe app.db "select * from $TABLE"
        ask   sqlite3 app.db
        ask   sqlite3
        ask   sqlite3 app.db < dump.sql
        ask   cat x.sql | sqlite3 app.db
        ask   sqlite3 app.db <<'SQL'⏎.shell id⏎SQL
        ask   sqlite3 app.db <<'SQL'⏎select 1;⏎.system id⏎SQL
        ask   sqlite3 app.db <<'SQL'⏎select '⏎.shell id⏎';⏎SQL
        ask   sqlite3 -safe app.db '.shell id'
        ask   sqlite3 -safe app.db '.system id'
        ask   sqlite3 -safe app.db '.sh id'
        ask   sqlite3 -safe app.db '.output /etc/x' 'select 1'
        ask   sqlite3 -safe app.db '.once |sh' 'select 1'
        ask   sqlite3 -safe app.db '.import x.csv t'
        ask   sqlite3 -safe app.db '.read x.sql'
        ask   sqlite3 -safe app.db '.load ./x'
        ask   sqlite3 -safe app.db '.save /etc/x'
        ask   sqlite3 -safe app.db '.backup x'
        ask   sqlite3 -safe app.db '.open y.db'
        ask   sqlite3 -safe app.db '.log x'
        ask   sqlite3 -safe app.db '.cd /etc'
        allow sqlite3 -safe app.db '.dump users'
        ask   sqlite3 -safe app.db '.excel'
        ask   sqlite3 -cmd '.shell id' app.db 'select 1'
        allow sqlite3 -safe -cmd '.mode json' app.db 'select 1'
        ask   sqlite3 -init x app.db 'select 1'
        ask   sqlite3 app.db -init x 'select 1'
        ask   sqlite3 -A app.db
        ask   sqlite3 -vfs x app.db 'select 1'
        ask   sqlite3 -safe 'file:app.db?mode=rwc' 'select 1'
        ask   sqlite3 -safe app.db "attach '/etc/x' as y"
        ask   sqlite3 -safe app.db "select writefile('x','y')"
        ask   sqlite3 -safe app.db "select readfile('.env')"
        ask   sqlite3 -safe app.db "select load_extension('./x')"
        ask   sqlite3 -safe app.db "select name from fsdir('.')"
        ask   sqlite3 -safe app.db "pragma journal_mode=wal"
        ask   sqlite3 -safe app.db 'vacuum'
        ask   sqlite3 -safe .env 'select 1'
        ask   sqlite3 -safe hot.db 'select 1'
        ask   sqlite3 -safe linked-hot.db 'select 1'
        allow sqlite3 -safe linked-app.db 'select 1'
        allow sqlite3 -safe -readonly hot.db 'select 1'
        allow sqlite3 -safe wal.db 'select 1'
        ask   sqlite3 -safe /var/lib/wal.db 'select 1'
        allow sqlite3 -safe -readonly /var/lib/wal.db 'select 1'
        ask   sqlite3 -safe /var/lib/new.db 'select 1'
        allow sqlite3 -safe new.db 'select 1'
        ask   sqlite3 -safe app.db '-- x'
        allow sqlite3 --version
"#;

const POSTGRES: &str = r#"
        allow psql -c 'select 1'
        allow psql -d app -U me -At -c "select count(*) from users"
        allow psql -h localhost -p 5432 -c '\dt'
        allow psql -h 127.0.0.1 app me -X -c '\d users'
        allow psql -h /var/run/postgresql -c '\l'
        allow psql postgres://me:pw@localhost:5432/app -c 'select now()'
        allow psql 'postgresql://localhost/app?sslmode=disable' -c 'select now()'
        allow psql 'host=localhost dbname=app' -c 'select 1'
        allow psql -l
        allow psql -v ON_ERROR_STOP=1 -c 'select 1' -c '\x' -c 'select 2'
        allow psql -c 'explain analyze select * from t'
        allow psql app <<'SQL'⏎\x⏎select * from t;⏎SQL
        allow psql -P pager=off -c 'select 1'
        ask   psql -c "select option_value from information_schema.user_mapping_options"
        ask   psql -c 'show primary_conninfo'
        ask   psql -c 'show all'
        ask   psql -c "select current_setting('primary_conninfo')"
        ask   psql -c 'select name, setting from pg_settings'
        ask   psql -c 'select * from pg_file_settings'
        ask   psql -c '\drds'
        allow psql -c 'show work_mem'
        allow psql -c "select current_setting('server_version')"
        allow psql -c 'select * from information_schema.tables'
        ask   psql app <<'SQL'⏎select 1 \g |sh⏎SQL
        ask   psql app <<'SQL'⏎select 1 \gexec⏎SQL
        ask   psql app <<'SQL'⏎\! id⏎SQL
        ask   psql app <<'SQL'⏎\o |sh⏎select 1;⏎SQL
        ask   psql app <<'SQL'⏎select :x⏎SQL
        ask   psql app <<'SQL'⏎drop table x;⏎SQL
        ask   psql -c 'drop table x'
        ask   psql -c "$QUERY"
        ask   psql -c '\! id'
        ask   psql -c '\d `id`'
        ask   psql -c '\copy t to x'
        ask   psql -c '\o x'
        ask   psql -c '\i x.sql'
        ask   psql -c '\c other'
        ask   psql -c '\dt \! id'
        ask   psql -f x.sql
        ask   psql < x.sql
        ask   psql
        ask   psql -o x -c 'select 1'
        ask   psql -o '|sh' -c 'select 1'
        ask   psql --output='|sh' -c 'select 1'
        ask   psql -L x -c 'select 1'
        ask   psql -v x=y -c 'select 1'
        ask   psql -h db.example -c 'select 1'
        ask   psql -hdb.example -c 'select 1'
        ask   psql --host=db.example -c 'select 1'
        ask   psql postgres://me@db.example/app -c 'select 1'
        ask   psql 'postgres://localhost/app?host=db.example' -c 'select 1'
        ask   psql 'postgres://localhost,db.example/app' -c 'select 1'
        ask   psql 'postgres://localhost@db.example/app' -c 'select 1'
        ask   psql 'host=db.example dbname=app' -c 'select 1'
        ask   psql 'postgres://localhost?password=x@db.example:5999/db' -c 'select 1'
        ask   psql 'postgres://a@localhost@db.example/app' -c 'select 1'
        ask   psql 'host= user=x.evil.example' -c 'select 1'
        ask   psql 'host=localhost,db.example' -c 'select 1'
        allow psql 'host=localhost user=me password=pw' -c 'select 1'
        ask   psql 'host=localhost hostaddr=10.0.0.1' -c 'select 1'
        ask   psql 'service=prod' -c 'select 1'
        ask   psql 'host=localhost passfile=/etc/x' -c 'select 1'
        ask   psql -d 'postgres://db.example/app' -c 'select 1'
        ask   psql "$DATABASE_URL" -c 'select 1'
        ask   psql -h "$HOST" -c 'select 1'
        ask   PGHOST=db.example psql -c 'select 1'
        allow PGPASSWORD=x psql -h localhost -c 'select 1'
        ask   PGSERVICEFILE=x psql -c 'select 1'
        ask   psql -c 'select pg_read_file($$x$$)'
        ask   psql -c "copy t to program 'sh'"
        ask   psql --comm='drop table x'
        allow pg_isready
        ask   pg_isready -h db.example
        ask   pg_dump app
        ask   dropdb app
"#;

const OTHERS: &str = r#"
        allow mysql -u root -e 'show tables' app
        allow mysql -uroot -psecret -h 127.0.0.1 app -e 'select * from users limit 5\G'
        allow mariadb -N -B -e "select count(*) from t" app
        ask   mysql -e 'drop database app'
        ask   mysql -e 'system id'
        ask   mysql -e '\! id'
        ask   mysql -e 'select 1; system id'
        ask   mysql -e 'select 1;⏎source x'
        ask   mysql -e 'pager sh'
        ask   mysql -e 'tee /etc/x'
        ask   mysql -e 'select 1 \! id'
        ask   mysql -e 'delimiter //'
        ask   mysql -e "select 1 into outfile '/tmp/x'"
        ask   mysql -e 'select * from mysql.user'
        ask   mysql mysql -e 'select * from user'
        ask   mysql -D mysql -e 'select * from user'
        ask   mysql -h db.example -e 'select 1'
        ask   mysql --defaults-file=x -e 'select 1'
        ask   mysql --init-command='drop table x' -e 'select 1'
        ask   mysql --pager=sh -e 'select 1'
        ask   mysql --tee=x -e 'select 1'
        ask   mysql -e "$QUERY"
        ask   mysql app
        ask   mysql app < x.sql
        ask   mysqldump app
        allow redis-cli ping
        allow redis-cli -p 6380 get key
        allow redis-cli KEYS '*'
        allow redis-cli --scan --pattern 'a:*'
        allow redis-cli info memory
        allow redis-cli memory usage key
        ask   redis-cli set a b
        ask   redis-cli flushall
        ask   redis-cli eval 'return 1' 0
        ask   redis-cli config get requirepass
        ask   redis-cli config set dir /etc
        ask   redis-cli --eval x.lua
        ask   redis-cli --rdb x
        ask   redis-cli --pipe
        ask   redis-cli -x set a
        ask   redis-cli -h cache.example get a
        ask   redis-cli -u redis://cache.example get a
        ask   redis-cli memory purge
        ask   redis-cli 5 incr a
        ask   redis-cli monitor
        ask   redis-cli
        ask   redis-cli "$COMMAND"
        ask   duckdb x.db 'select 1'
        ask   mongosh --eval 'db.x.drop()'
        ask   clickhouse-client -q 'select 1'
        ask   sqlcmd -Q 'select 1'
"#;

#[test]
fn sqlite_reads_as_it_should() {
    let machine = super::super::examples::machine()
        .file("/repo/app.db", "")
        .file("/repo/hot.db", "")
        .file("/repo/hot.db-journal", "")
        .link("/repo/linked-hot.db", "/repo/hot.db")
        .link("/repo/linked-app.db", "/repo/app.db")
        .file("/repo/wal.db", "")
        .file("/repo/wal.db-wal", "")
        .file("/var/lib/wal.db", "")
        .file("/var/lib/wal.db-wal", "");
    super::super::examples::run_on(&machine, SQLITE);
}

#[test]
fn servers_read_as_they_should() {
    super::super::examples::run(POSTGRES);
    super::super::examples::run(OTHERS);
}
