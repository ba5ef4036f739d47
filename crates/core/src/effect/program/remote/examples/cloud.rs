//! The clients of clouds and of hosting services.

use super::{judge, run};

#[test]
fn aws_reads_and_shows_no_secrets() {
    run(AWS);
}

#[test]
fn google_and_azure_list_and_describe() {
    run(GOOGLE);
    run(AZURE);
}

#[test]
fn hosting_services_tell_how_it_stands() {
    run(HOSTING);
}

#[test]
fn stops_say_what_they_are() {
    for (command, start) in [
        ("aws s3 rm s3://x", "ask publish: "),
        ("aws ec2 terminate-instances --instance-ids i-1", "ask publish: "),
        ("aws secretsmanager get-secret-value --secret-id x", "ask secrets: "),
        ("aws ec2 frobnicate-all", "ask unknown_command: `aws ec2 frobnicate-all` is not"),
        ("aws frobnicate x", "ask unknown_command: "),
        ("aws logs tail x --follow", "ask lasting: "),
        ("gcloud auth print-access-token", "ask secrets: "),
        ("gcloud compute instances delete x", "ask publish: "),
        ("gcloud compute ssh x", "ask machine: "),
        ("gcloud frobnicate list", "ask unknown_command: `gcloud frobnicate` is not"),
        ("az keyvault secret show --name x --vault-name y", "ask secrets: "),
        ("az vm delete -n x -g y", "ask publish: "),
        ("vercel", "ask publish: "),
        ("heroku config", "ask secrets: "),
        ("fly logs", "ask lasting: "),
    ] {
        assert!(judge(command).starts_with(start), "{command}: {}", judge(command));
    }
}

const AWS: &str = r#"
    allow aws --version
    allow aws ec2 describe-instances
    allow aws --profile dev --region eu-west-1 ec2 describe-instances --query 'Reservations[].Instances[].InstanceId' --output text
    allow aws ec2 --region eu-west-1 describe-instances --filters Name=tag:Name,Values=web
    allow aws ec2 describe-instances --instance-ids i-1 i-2 --no-cli-pager
    ask   aws help
    ask   aws ec2 help
    ask   aws ec2 describe-instances help
    allow aws sts get-caller-identity
    allow aws s3 ls
    allow aws s3 ls s3://bucket/a/ --recursive --human-readable
    ask   aws s3 ls "s3://bucket/$X"
    ask   aws s3 ls s3://bucket --endpoint-url https://x.example
    ask   aws --endpoint-url https://x.example s3 ls
    ask   aws s3 cp s3://bucket/a .
    ask   aws s3 rm s3://bucket --recursive
    ask   aws s3 sync . s3://bucket
    ask   aws s3 presign s3://bucket/a
    allow aws s3api list-objects-v2 --bucket x --max-items 5
    allow aws s3api head-object --bucket x --key y
    ask   aws s3api get-object --bucket x --key y out
    ask   aws s3api put-object --bucket x --key y
    ask   aws ec2 describe-instances --endpoint-url https://x.example
    ask   aws ec2 describe-instances --endpoint-url=https://x.example
    ask   aws ec2 describe-instances --endpoint x.example
    ask   aws ec2 describe-instances --endpoint-u x.example
    ask   aws ec2 describe-instances --no-verify-ssl
    ask   aws ec2 describe-instances --no-verify
    ask   aws ec2 describe-instances --ca-bundle x
    ask   aws ec2 describe-instances --cli-input-json file://x
    ask   aws ec2 describe-instances --cli-input-json x
    ask   aws ec2 describe-instances --generate-cli-skeleton
    ask   aws ec2 describe-instances --filters file://.env
    ask   aws ec2 describe-instances --filters fileb://x
    ask   aws ec2 describe-instances --filters https://x.example
    ask   aws ec2 describe-instances --filters "$X"
    ask   aws ec2 describe-instances --debug
    ask   aws ec2 describe-instances --region x.example/
    ask   aws ec2 describe-instances --region=x.example/
    ask   aws --region x.example/ ec2 describe-instances
    ask   aws ec2 describe-instances -- --endpoint-url x
    ask   aws ec2 describe-instance-attribute --attribute userData --instance-id i-1
    ask   aws ec2 describe-vpn-connections
    ask   aws ec2 get-password-data --instance-id i-1
    ask   aws ec2 run-instances
    ask   aws ec2 wait instance-running
    ask   aws "$SERVICE" describe-instances
    ask   aws ec2 "$OP"
    ask   aws secretsmanager get-secret-value --secret-id x
    allow aws secretsmanager list-secrets
    ask   aws ssm get-parameter --name x --with-decryption
    ask   aws ssm start-session --target i-1
    ask   aws ecr get-login-password
    allow aws ecr describe-repositories
    ask   aws sts get-session-token
    ask   aws sts assume-role --role-arn x
    ask   aws kms decrypt --ciphertext-blob fileb://x
    ask   aws lambda invoke --function-name x out
    ask   aws lambda get-function --function-name x
    ask   aws lambda list-functions
    allow aws lambda list-aliases --function-name x
    allow aws logs describe-log-groups
    allow aws logs filter-log-events --log-group-name x --start-time 1700000000000
    allow aws logs tail /aws/lambda/x --since 1h
    ask   aws logs tail /aws/lambda/x --follow
    allow aws cloudformation describe-stacks --stack-name x
    ask   aws cloudformation deploy --stack-name x
    allow aws iam list-users
    ask   aws iam create-access-key --user-name x
    allow aws configure list
    ask   aws configure get aws_secret_access_key
    ask   aws configure export-credentials
    ask   aws configure set region x
    ask   aws sso login
    ask   aws eks update-kubeconfig --name x
    ask   aws eks get-token --cluster-name x
    allow aws eks list-clusters
    ask   aws medialive describe-input-device-thumbnail x
    ask   AWS_PROFILE=x aws s3 ls
    ask   AWS_CONFIG_FILE=x aws s3 ls
"#;

const GOOGLE: &str = r#"
    allow gcloud --version
    ask   gcloud help
    allow gcloud compute instances list
    allow gcloud --project x compute instances list --filter='status=RUNNING'
    allow gcloud compute instances list --format='table(name,status)'
    ask   gcloud compute instances list --format=json
    ask   gcloud compute instances describe x
    allow gcloud compute instances describe x --zone z --format='value(networkInterfaces[0].accessConfigs[0].natIP)'
    ask   gcloud compute instances describe x --format='value(metadata)'
    ask   gcloud compute instances describe x --format='value(name.firstof(metadata))'
    allow gcloud compute networks subnets list
    allow gcloud compute disks describe x --format=json
    ask   gcloud compute instances delete x
    ask   gcloud compute instances --zone list delete x
    ask   gcloud compute instances start x
    ask   gcloud compute ssh x
    allow gcloud run services list
    allow gcloud run services describe x --format='value(status.url)'
    ask   gcloud run services describe x
    ask   gcloud run deploy x
    ask   gcloud run services update x
    allow gcloud projects list
    allow gcloud projects describe x
    ask   gcloud projects delete x
    allow gcloud logging read 'severity>=ERROR AND textPayload:"https://x.example"' --limit 5 --freshness=1h
    ask   gcloud logging read "$F"
    ask   gcloud logging read "x $F"
    ask   gcloud logging tail x
    allow gcloud builds list
    allow gcloud builds log x
    ask   gcloud builds log x --stream
    ask   gcloud builds submit
    allow gcloud config list
    allow gcloud config get-value project
    ask   gcloud config set project x
    allow gcloud auth list
    ask   gcloud auth print-access-token
    ask   gcloud auth print-identity-token
    ask   gcloud auth application-default print-access-token
    ask   gcloud auth login
    allow gcloud secrets list
    ask   gcloud secrets versions access latest --secret=x
    ask   gcloud container clusters get-credentials x
    ask   gcloud projects list --impersonate-service-account=x
    ask   gcloud --impersonate-service-account=x projects list
    ask   gcloud projects list --flags-file=x
    ask   gcloud projects list --access-token-file=x
    ask   gcloud projects list --log-http
    ask   gcloud -- projects list
    ask   gcloud projects "$VERB"
    ask   gcloud storage cp gs://a b
    allow gcloud storage ls gs://a
    ask   gcloud storage ls s3://a
    ask   CLOUDSDK_CONFIG=. gcloud projects list
    allow gsutil ls gs://a
    allow gsutil -m ls -l gs://a
    ask   gsutil -o Credentials:gs_host=x.example ls gs://a
    ask   gsutil cp gs://a b
    ask   gsutil rm gs://a
    ask   gsutil ls file:///etc
    allow bq ls
    allow bq ls --format=prettyjson ds
    allow bq show --schema ds.t
    ask   bq --api=https://x.example ls
    ask   bq ls --flagfile=x
    allow bq query --dry_run 'SELECT 1'
    allow bq query --use_legacy_sql=false --dry_run 'SELECT 1'
    ask   bq query 'SELECT 1'
    ask   bq query --dry_run --nodry_run 'DROP TABLE x'
    ask   bq query --dry_run=false 'DROP TABLE x'
    ask   bq query --dry_run --dry_run=false 'DROP TABLE x'
    ask   bq rm -f ds.t
"#;

const AZURE: &str = r#"
    allow az --version
    allow az version
    allow az account show
    allow az account list -o table
    allow az group list --query '[].name' -o tsv
    allow az vm list -g x -d
    allow az vm show -g x -n y
    allow az aks show -g x -n y
    allow az network vnet subnet list -g x --vnet-name y
    allow az keyvault secret list --vault-name x
    ask   az keyvault secret show --name x --vault-name y
    ask   az account get-access-token
    ask   az storage account keys list -n x
    ask   az cosmosdb keys list -n x -g y
    ask   az redis list-keys -n x -g y
    ask   az webapp config appsettings list -n x -g y
    ask   az functionapp keys list -n x -g y
    ask   az acr credential show -n x
    ask   az ad sp credential list --id x
    ask   az aks get-credentials -g x -n y
    ask   az vm delete -g x -n y
    ask   az vm run-command invoke -g x -n y
    ask   az group create -n x -l y
    ask   az rest --url https://x.example
    ask   az login
    ask   az vm list -g @x
    ask   az vm list --resource-group=@x
    ask   az vm list -g "$X"
    ask   az vm list --debug
    ask   az frobnicate list
    ask   az vm frobnicate
    ask   az extension add --source x
    ask   AZURE_CONFIG_DIR=. az account show
"#;

const HOSTING: &str = r#"
    allow vercel --version
    allow vercel ls
    allow vercel whoami
    allow vercel inspect x.vercel.app
    allow vercel env ls
    ask   vercel
    ask   vercel --prod
    ask   vercel deploy
    ask   vercel src
    ask   vercel env pull
    ask   vercel ls --token x
    ask   vercel ls --api https://x.example
    ask   vercel logs x
    allow netlify status
    ask   netlify deploy --prod
    ask   netlify env:list
    ask   netlify api listSites
    allow fly status -a x
    allow fly logs --no-tail
    ask   fly logs
    allow fly secrets list
    ask   fly secrets set A=b
    ask   fly deploy
    ask   fly ssh console
    ask   fly auth token
    ask   fly status -t x
    allow fly machine list
    ask   fly machine destroy x
    allow heroku apps
    allow heroku logs -n 100 -a x
    ask   heroku logs --tail
    ask   heroku logs -t
    ask   heroku config
    ask   heroku config:get X
    ask   heroku run bash
    ask   heroku pg:psql
    allow heroku ps -a x
    ask   heroku ps:restart
    ask   heroku ps restart
    ask   heroku ps:type standard-1x
    ask   heroku domains x.example
    ask   vercel switch
"#;
