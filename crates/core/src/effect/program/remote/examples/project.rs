//! Tools that check definitions of infrastructure in the project.

use super::{judge, run};

#[test]
fn definitions_are_checked_and_not_applied() {
    run(EXAMPLES);
}

#[test]
fn a_state_that_is_kept_elsewhere_is_not_asked_for() {
    let machine = crate::effect::program::examples::machine().file("/repo/infra/.terraform/x", "");
    crate::effect::program::examples::run_on(
        &machine,
        r#"
        allow terraform output
        allow terraform -chdir=infra validate
        ask   terraform -chdir=infra output
        ask   cd infra && terraform state list
        ask   cd infra && terraform workspace list
        ask   echo x > infra/.terraform/terraform.tfstate
        ask   TF_DATA_DIR=x terraform output
        "#,
    );
}

#[test]
fn stops_say_what_they_are() {
    for (command, start) in [
        ("terraform plan", "ask machine: `terraform plan` runs providers"),
        ("terraform apply", "ask publish: "),
        ("terraform init", "ask package_install: "),
        ("terraform show", "ask secrets: "),
        ("terraform -chdir=/tmp validate", "ask code_outside_repo: "),
        ("pulumi up", "ask publish: "),
        ("ansible-playbook site.yml", "ask machine: "),
    ] {
        assert!(judge(command).starts_with(start), "{command}: {}", judge(command));
    }
}

const EXAMPLES: &str = r#"
    allow terraform -version
    allow terraform version -json
    allow terraform fmt
    allow terraform fmt -check -diff -recursive
    allow terraform fmt -recursive src
    ask   terraform fmt /etc
    ask   terraform fmt /etc/x.tf -
    allow terraform fmt -
    ask   terraform fmt -write=true .github
    allow terraform fmt -check .github
    ask   terraform fmt .github
    allow terraform validate
    allow terraform -chdir=src validate -no-color
    ask   terraform -chdir=/tmp/x validate
    ask   terraform -chdir="$D" validate
    ask   cd /tmp && terraform validate
    allow terraform providers
    allow terraform providers schema -json
    ask   terraform providers lock
    ask   terraform providers mirror x
    allow terraform graph
    allow terraform state list
    ask   terraform state show x
    ask   terraform state pull
    ask   terraform state rm x
    allow terraform output
    ask   terraform output -json
    ask   terraform output -raw x
    ask   terraform output password
    ask   terraform show
    ask   terraform show -json
    allow terraform workspace show
    allow terraform workspace list
    ask   terraform workspace select prod
    ask   terraform plan
    ask   terraform plan -out=x
    ask   terraform init
    ask   terraform apply -auto-approve
    ask   terraform destroy
    ask   terraform import a b
    ask   terraform console
    ask   terraform test
    ask   terraform frobnicate
    ask   TF_CLI_CONFIG_FILE=x terraform validate
    ask   TF_CLI_ARGS=-x terraform validate
    allow tofu validate
    ask   tofu apply
    allow terragrunt hclfmt --check
    ask   terragrunt validate
    ask   terragrunt plan
    ask   terragrunt apply
    allow ansible --version
    ask   ansible all -m ping
    allow ansible-playbook --syntax-check site.yml
    allow ansible-playbook -i inventory --list-tasks site.yml
    ask   ansible-playbook site.yml
    ask   ansible-playbook --check site.yml
    ask   ansible-playbook --syntax-check /etc/site.yml
    ask   ansible-playbook --syntax-check -i /tmp/x site.yml
    ask   ansible-playbook --syntax-check -e @.env site.yml
    allow ansible-inventory --graph
    ask   ansible-inventory --list
    allow ansible-galaxy collection list
    ask   ansible-galaxy collection install x
    ask   ansible-vault view x
    allow pulumi version
    ask   pulumi preview
    ask   pulumi up
    ask   pulumi stack ls
    ask   pulumi config get x
    ask   kustomize build src
    allow kustomize version
    ask   kustomize build https://x.example/base
    ask   kustomize build src --enable-exec
"#;
