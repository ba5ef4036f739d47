//! Lists of words that SQL may hold.

/// Functions that compute from their arguments or tell about the session or the schema; none writes, waits, locks, runs
/// text or opens a file in any of the dialects.
const FUNCTIONS: &str = "
    abs acos age any_value array_agg array_length array_position array_remove array_to_json array_to_string array_upper ascii asin atan
    atan2 avg bit_and bit_length bit_or bm25 bool_and bool_or btrim cardinality cast cbrt ceil ceiling changes char char_length
    character_length chr clock_timestamp coalesce col_description concat concat_ws connection_id conv convert cos count count_if crc32
    cume_dist curdate curtime current_database current_date current_schema current_schemas current_setting current_time
    current_timestamp current_user currval database date date_add date_format date_part date_sub date_trunc datediff datetime day dayname
    dayofmonth dayofweek dayofyear decode degrees dense_rank div elt encode every exp extract field find_in_set first_value floor format
    format_bytes format_type from_days from_unixtime generate_series generate_subscripts gen_random_uuid glob greatest group_concat grouping
    has_table_privilege hex highlight hour if ifnull iif inet_aton inet_ntoa initcap instr isnull json json_agg json_array
    json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_contains json_depth json_each
    json_each_text json_error_position json_extract json_extract_path json_extract_path_text json_group_array json_group_object
    json_keys json_length json_object json_object_agg json_object_keys json_pretty json_quote json_search json_tree json_type
    json_typeof json_unquote json_valid json_value jsonb jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length
    jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_extract jsonb_extract_path jsonb_extract_path_text
    jsonb_object_agg jsonb_object_keys jsonb_path_exists jsonb_path_query jsonb_pretty jsonb_typeof julianday lag last_day
    last_insert_id last_insert_rowid last_value lcase lead least left length like likelihood likely ln localtime localtimestamp locate
    log log10 log2 lower lpad ltrim make_date make_interval make_timestamp max maxif md5 median mid min minute mod mode month now
    monthname nth_value ntile nullif nvl obj_description octet_length octet overlay percent_rank percentile_cont percentile_disc
    pg_backend_pid pg_column_size pg_database_size pg_get_constraintdef pg_get_expr pg_get_functiondef pg_get_indexdef
    pg_get_serial_sequence pg_get_userbyid pg_get_viewdef pg_indexes_size pg_is_in_recovery pg_postmaster_start_time pg_relation_size
    pg_size_pretty pg_table_is_visible pg_table_size pg_total_relation_size pg_typeof pi position pow power printf quarter quote
    quote_ident quote_literal radians rand random rank regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace
    regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right round row_count row_number row_to_json rpad
    rtrim schema sec_to_time second session_user sha1 sha2 shobj_description sign sin snippet soundex space split_part sqlite_source_id
    sqlite_version sqrt starts_with stddev stddev_pop stddev_samp str_to_date strcmp strftime string_agg string_to_array strpos substr
    substring substring_index sum sysdate tan time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_char
    to_date to_days to_hex to_json to_jsonb to_number to_regclass to_timestamp total total_changes translate trim trunc truncate
    typeof ucase unhex unicode unix_timestamp unixepoch unlikely unnest upper user utc_date utc_time utc_timestamp uuid var_pop var_samp
    variance version week weekday width_bucket xmlagg year zeroblob";

/// Types with a size, as in `varchar(20)`.
const TYPES: &str = "varchar nvarchar nchar character numeric decimal dec bit varbit varying float double int integer bigint smallint
    tinyint timestamptz timetz interval binary varbinary signed unsigned";

/// Keywords that an opening bracket may follow.
const KEYWORDS: &str = "select distinct all from join lateral on using where and or not in exists any some between is like ilike
    having by union intersect except values as materialized over filter within group partition window case when then else limit
    offset array row rows sets rollup cube escape with recursive only";

/// Words that make a statement write, lock or run, wherever they stand.
const NEVER: &str = "into insert update delete merge for lock procedure outfile dumpfile execute call";

/// Tables that hold passwords or show other files, and views of all settings: a connection to another server is one.
const SECRET_TABLES: &str = "pg_authid pg_shadow pg_user_mapping pg_user_mappings _pg_user_mappings user_mapping_options pg_subscription
    pg_largeobject pg_settings pg_file_settings pg_db_role_setting pg_hba_file_rules fsdir lsdir zipfile global_priv";

/// Settings that hold a connection with its password, or a command line that may hold one, and all of them at once.
const SECRET_SETTINGS: &str =
    "all primary_conninfo ssl_passphrase_command archive_command restore_command archive_cleanup_command
    recovery_end_command";

/// Words in the name of a setting that somebody made (`app.jwt_secret`).
const SECRET_WORDS: &[&str] = &["secret", "passw", "token", "key", "credential", "conninfo", "dsn", "_url"];

/// Reads of sqlite's settings that take no argument.
const PRAGMAS: &str = "analysis_limit application_id auto_vacuum automatic_index busy_timeout cache_size collation_list compile_options
    data_version database_list encoding foreign_keys freelist_count function_list journal_mode journal_size_limit locking_mode
    max_page_count mmap_size module_list page_count page_size pragma_list query_only schema_version secure_delete synchronous table_list
    temp_store threads trusted_schema user_version wal_autocheckpoint";

/// Reads of sqlite's schema that take a name.
const PRAGMAS_OF: &str = "foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check table_info
    table_list table_xinfo";

fn holds(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(word))
}

/// A call of it computes and nothing else.
pub fn is_pure_function(word: &str) -> bool {
    holds(FUNCTIONS, word) || holds(TYPES, word)
}

/// A bracket behind it opens a group, not arguments.
pub fn opens_group(word: &str) -> bool {
    holds(KEYWORDS, word)
}

/// It changes what a reading statement does.
pub fn never_reads(word: &str) -> bool {
    holds(NEVER, word)
}

/// A table (or virtual table) that must not be shown.
pub fn is_secret_table(name: &str) -> bool {
    holds(SECRET_TABLES, name)
}

/// A server's setting that must not be shown.
pub fn is_secret_setting(name: &str) -> bool {
    let folded = name.to_ascii_lowercase();
    let own = || folded.contains('.') && SECRET_WORDS.iter().any(|word| folded.contains(word));
    holds(SECRET_SETTINGS, name) || own()
}

/// `PRAGMA name` only reads.
pub fn is_reading_pragma(name: &str) -> bool {
    holds(PRAGMAS, name) || takes_name(name)
}

/// `PRAGMA name(table)` only reads.
pub fn takes_name(name: &str) -> bool {
    holds(PRAGMAS_OF, name)
}
