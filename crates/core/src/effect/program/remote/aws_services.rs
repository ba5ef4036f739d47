//! Which operations of which services of AWS only read, and show no secrets by design.

/// A service, and its operations: a `*` stands for any end, a `!` in front takes one out again.
///
/// Not here, because the answer holds environments of functions, start-up scripts, passwords or presigned addresses:
/// `lambda list-functions`, `ecs describe-task-definition`, launch configurations, `cognito-idp describe-user-pool-client`
/// and their like.
pub const SERVICES: &[(&str, &str)] = &[
    ("accessanalyzer", "list-*"),
    ("acm", "list-* describe-certificate get-certificate"),
    ("apigateway", "get-rest-apis get-rest-api get-resources get-deployments get-domain-names"),
    ("apigatewayv2", "get-apis get-api get-routes"),
    ("application-autoscaling", "describe-*"),
    ("athena", "list-* get-query-execution get-work-group"),
    ("autoscaling", "describe-* !describe-launch-configurations"),
    ("backup", "list-* describe-backup-vault describe-backup-job"),
    ("batch", "list-jobs describe-job-queues describe-compute-environments"),
    ("bedrock", "list-* get-foundation-model"),
    ("budgets", "describe-budgets describe-budget"),
    ("ce", "get-cost-and-usage get-cost-forecast get-dimension-values"),
    (
        "cloudformation",
        "describe-stacks describe-stack-events describe-stack-resource describe-stack-resources describe-change-set list-* \
         get-template get-template-summary",
    ),
    ("cloudfront", "list-invalidations get-invalidation list-cache-policies list-functions"),
    ("cloudtrail", "describe-trails get-trail-status list-* lookup-events"),
    ("cloudwatch", "describe-* list-* get-metric-data get-metric-statistics get-dashboard"),
    ("codebuild", "list-*"),
    ("codecommit", "list-* get-repository get-branch"),
    ("codepipeline", "list-pipelines list-pipeline-executions get-pipeline-state get-pipeline-execution"),
    ("cognito-idp", "list-user-pools describe-user-pool list-groups"),
    ("configservice", "describe-* list-*"),
    ("dynamodb", "describe-* list-*"),
    (
        "ec2",
        "describe-* !describe-vpn-connections !describe-instance-attribute !describe-launch-template-versions \
         !describe-spot-fleet-requests !describe-spot-instance-requests !describe-import-image-tasks \
         !describe-bundle-tasks !describe-conversion-tasks !describe-client-vpn-endpoints !describe-verified-access-trust-providers",
    ),
    ("ecr", "describe-* list-*"),
    ("ecr-public", "describe-*"),
    (
        "ecs",
        "list-* describe-clusters describe-services describe-capacity-providers describe-container-instances",
    ),
    ("efs", "describe-*"),
    ("eks", "list-* describe-*"),
    ("elasticache", "describe-*"),
    ("elb", "describe-*"),
    ("elbv2", "describe-* !describe-rules !describe-listeners"),
    ("emr", "list-clusters list-steps list-instances"),
    ("events", "list-rules list-event-buses describe-rule describe-event-bus list-rule-names-by-target"),
    ("glue", "get-databases get-database get-tables get-table get-partitions list-*"),
    ("guardduty", "list-*"),
    ("health", "describe-*"),
    (
        "iam",
        "list-* get-user get-role get-group get-policy get-policy-version get-role-policy get-user-policy get-group-policy \
         get-instance-profile get-account-summary get-account-password-policy",
    ),
    ("inspector2", "list-*"),
    ("kafka", "list-* describe-cluster describe-cluster-v2 get-bootstrap-brokers"),
    ("kinesis", "list-* describe-*"),
    ("kms", "list-* describe-key get-key-policy get-key-rotation-status"),
    (
        "lambda",
        "list-aliases list-layers list-layer-versions list-tags list-event-source-mappings list-function-url-configs \
         list-provisioned-concurrency-configs get-account-settings get-policy get-function-concurrency",
    ),
    ("logs", "describe-* list-* filter-log-events get-log-events !describe-queries"),
    ("opensearch", "list-* describe-domain-health"),
    ("organizations", "list-* describe-*"),
    ("rds", "describe-* list-tags-for-resource"),
    ("redshift", "describe-clusters describe-cluster-snapshots describe-events"),
    ("resourcegroupstaggingapi", "get-resources get-tag-keys get-tag-values"),
    ("route53", "list-* get-hosted-zone get-change get-hosted-zone-count"),
    (
        "s3api",
        "list-* head-object head-bucket get-bucket-acl get-bucket-cors get-bucket-encryption \
         get-bucket-lifecycle-configuration get-bucket-location get-bucket-logging get-bucket-policy get-bucket-policy-status \
         get-bucket-tagging get-bucket-versioning get-bucket-website get-object-acl get-object-attributes get-object-tagging \
         get-public-access-block",
    ),
    ("sagemaker", "list-*"),
    ("scheduler", "list-schedules list-schedule-groups"),
    ("secretsmanager", "list-secrets list-secret-version-ids describe-secret"),
    ("service-quotas", "list-* get-service-quota"),
    ("servicediscovery", "list-* get-namespace get-service"),
    ("sns", "list-* get-topic-attributes"),
    ("sqs", "list-queues list-queue-tags get-queue-attributes get-queue-url"),
    (
        "ssm",
        "describe-instance-information describe-parameters describe-instance-patch-states list-documents \
             list-tags-for-resource",
    ),
    ("stepfunctions", "list-* describe-state-machine describe-execution get-execution-history"),
    ("sts", "get-caller-identity"),
    ("wafv2", "list-* !list-api-keys"),
];

/// What is known of an operation that is not in the table: why it stops.
pub const SECRET_OPERATIONS: &[(&str, &str)] = &[
    ("secretsmanager", "get-secret-value batch-get-secret-value get-random-password"),
    ("ssm", "get-parameter get-parameters get-parameters-by-path get-parameter-history"),
    (
        "sts",
        "get-session-token assume-role assume-role-with-saml assume-role-with-web-identity \
             get-federation-token decode-authorization-message",
    ),
    ("ecr", "get-login get-login-password get-authorization-token"),
    ("ecr-public", "get-login-password get-authorization-token"),
    ("eks", "get-token"),
    ("rds", "generate-db-auth-token"),
    ("kms", "decrypt generate-data-key generate-data-key-pair"),
    ("lambda", "get-function get-function-configuration list-functions list-versions-by-function"),
    ("ecs", "describe-task-definition describe-tasks"),
    (
        "ec2",
        "get-password-data describe-vpn-connections describe-instance-attribute describe-launch-template-versions",
    ),
    ("iam", "create-access-key generate-credential-report get-credential-report"),
    ("cognito-idp", "describe-user-pool-client"),
    ("configure", "get export-credentials"),
];

/// `operation` of `service` only reads.
pub fn only_reads(service: &str, operation: &str) -> bool {
    let Some((_, operations)) = SERVICES.iter().find(|(name, _)| *name == service) else { return false };
    let words = || operations.split_ascii_whitespace();
    let taken_out = words().filter_map(|word| word.strip_prefix('!')).any(|word| word == operation);
    let given = words().any(|word| match word.strip_suffix('*') {
        Some(start) => operation.strip_prefix(start).is_some_and(|rest| !rest.is_empty()),
        None => word == operation,
    });
    given && !taken_out
}

/// `operation` of `service` shows secrets.
pub fn shows_secrets(service: &str, operation: &str) -> bool {
    let rows = SECRET_OPERATIONS.iter().filter(|(name, _)| *name == service);
    rows.flat_map(|(_, operations)| operations.split_ascii_whitespace()).any(|word| word == operation)
}
