//! kubectl and its kin, helm.

use super::{judge, run};

#[test]
fn kubectl_reads_and_shows_no_secrets() {
    run(KUBECTL);
}

#[test]
fn helm_asks_and_checks_charts_of_the_project() {
    run(HELM);
}

#[test]
fn stops_say_what_they_are() {
    for (command, start) in [
        ("kubectl apply -f x.yaml", "ask publish: "),
        ("kubectl exec -it pod -- sh", "ask machine: "),
        ("kubectl port-forward pod 80", "ask lasting: "),
        ("kubectl logs -f pod", "ask lasting: "),
        ("kubectl get pods -w", "ask lasting: "),
        ("kubectl get secret x -o yaml", "ask secrets: "),
        ("kubectl get pods --kubeconfig=x", "ask network: "),
        ("kubectl whatever", "ask unknown_command: `kubectl whatever` is not"),
        ("stern app", "ask lasting: "),
        ("k9s", "ask interactive: "),
        ("helm install x ./chart", "ask publish: "),
        ("helm get values x", "ask secrets: "),
        ("helm template x bitnami/nginx", "ask network: "),
    ] {
        assert!(judge(command).starts_with(start), "{command}: {}", judge(command));
    }
}

const KUBECTL: &str = r#"
    allow kubectl get pods
    allow kubectl get pods -n kube-system -o wide
    allow kubectl -n kube-system get pods
    allow kubectl --context=prod get deploy,svc
    allow kubectl get pods -A -o json | jq '.items[].metadata.name'
    allow kubectl get pod/x -o jsonpath='{.status.phase}'
    allow kubectl get pods -ojson
    allow kubectl get pods -o=yaml
    allow kubectl get cm app -o yaml
    allow kubectl get pod my-secret-app -o yaml
    ask   kubectl get secret
    ask   kubectl get secrets -A
    allow kubectl get secrets -o name
    ask   kubectl get secrets -o name -o yaml
    ask   kubectl get secrets -o wide
    ask   kubectl get pods -w
    ask   kubectl get pods --watch
    ask   kubectl get pods --watch=true
    ask   kubectl get -f https://x.example/x.yaml
    ask   kubectl get -f x.yaml
    ask   kubectl get -k .
    ask   kubectl get --raw /api/v1/secrets
    ask   kubectl get pods -o jsonpath-file=x
    ask   kubectl get pods -o go-template-file=x
    ask   kubectl get pods -o custom-columns-file=x
    ask   kubectl get pods --template=x
    ask   kubectl get pods -o "$F"
    ask   kubectl get "$KIND"
    ask   kubectl get secret x -o yaml
    ask   kubectl get secrets -o json
    ask   kubectl get secrets -o jsonpath='{.items[0].data}'
    ask   kubectl get secrets -o custom-columns=X:.data
    ask   kubectl get secret/x -o yaml
    ask   kubectl get Secrets.v1. -o yaml
    ask   kubectl get all,secret -o yaml
    ask   kubectl get pod/a secret/x -o yaml
    ask   kubectl get secrets --sort-by=.data.x
    ask   kubectl describe secret x
    ask   kubectl describe pods,secrets
    ask   kubectl get pods --kubeconfig x
    ask   kubectl --kubeconfig=x get pods
    ask   kubectl -s https://x.example get pods
    ask   kubectl get pods --server=https://x.example
    ask   kubectl get pods --token=x
    ask   kubectl get pods --as=admin
    ask   kubectl get pods --user=x
    ask   kubectl get pods --cache-dir=/tmp/x
    ask   kubectl get pods --profile=cpu --profile-output=/tmp/x
    ask   KUBECONFIG=./x kubectl get pods
    allow kubectl describe pod x
    allow kubectl logs x --tail=100 -c app
    allow kubectl logs -l app=web --since=1h --prefix
    ask   kubectl logs -f x
    ask   kubectl logs x --follow
    ask   kubectl logs -fp x
    allow kubectl top pods
    allow kubectl explain pod.spec --recursive
    allow kubectl api-resources --namespaced=true
    allow kubectl version --client
    allow kubectl cluster-info
    ask   kubectl cluster-info dump --output-directory=/tmp/x
    allow kubectl config current-context
    allow kubectl config get-contexts
    ask   kubectl config view --minify
    ask   kubectl config view --raw
    ask   kubectl config view --flatten
    ask   kubectl config use-context prod
    ask   kubectl config set-credentials x --token=y
    allow kubectl auth can-i list pods
    allow kubectl rollout status deploy/x --timeout=60s
    allow kubectl rollout history deploy/x
    ask   kubectl rollout restart deploy/x
    allow kubectl events --types=Warning
    allow kubectl wait --for=condition=ready pod -l app=web --timeout=60s
    ask   kubectl kustomize src
    ask   kubectl get -k src
    ask   kubectl kustomize https://x.example/base
    ask   kubectl kustomize /etc
    ask   kubectl kustomize src --enable-helm --helm-command ./x
    ask   kubectl kustomize src -o /etc/x
    ask   kubectl diff -f x.yaml
    ask   kubectl apply -f x.yaml
    ask   kubectl apply --dry-run=client -f x.yaml
    ask   kubectl delete pod x
    ask   kubectl create token x
    ask   kubectl exec x -- ls
    ask   kubectl cp x:/a b
    ask   kubectl run x --image=y
    ask   kubectl proxy
    ask   kubectl edit deploy x
    ask   kubectl plugin-of-mine
    ask   for p in $(kubectl get pods -o name); do kubectl logs $p; done
    allow for p in a b; do kubectl logs $p --tail=5; done
    allow kubectx
    ask   kubectx prod
    allow kubens -c
    ask   kubens -
    allow stern app --no-follow --since 10m
    ask   stern app
    ask   stern app --no-follow --kubeconfig x
    ask   k9s
    allow k9s version
"#;

const HELM: &str = r#"
    allow helm list -A
    allow helm ls -n prod -o json
    ask   helm list --kubeconfig x
    ask   helm list --kube-token x
    allow helm status app
    ask   helm status app -o json
    allow helm history app
    ask   helm get values app
    ask   helm get manifest app
    ask   helm get all app
    allow helm get notes app
    allow helm search repo nginx --versions
    ask   helm search hub nginx
    allow helm template --skip-schema-validation ./src
    ask   helm template ./src
    ask   helm lint ./src
    allow helm template --skip-schema-validation app ./src -f README.md --set a=b
    allow helm template --skip-schema-validation app src
    ask   helm template --skip-schema-validation app bitnami/nginx
    ask   helm template --skip-schema-validation app oci://x.example/chart
    ask   helm template --skip-schema-validation app https://x.example/chart.tgz
    ask   helm template --skip-schema-validation app ./src -f https://x.example/values.yaml
    ask   helm template --skip-schema-validation app ./src -f .env
    ask   helm template --skip-schema-validation app ./src --post-renderer ./x
    ask   helm template --skip-schema-validation app ./src --output-dir out
    ask   helm template --skip-schema-validation app ./src --set-file a=.env
    ask   helm template --skip-schema-validation app ./src --validate
    ask   helm template --skip-schema-validation app ./src --dry-run=server
    ask   helm template --skip-schema-validation app ./src --dependency-update
    ask   helm template --skip-schema-validation app /etc
    ask   helm template --skip-schema-validation app "$CHART"
    allow helm lint --skip-schema-validation src
    allow helm lint --skip-schema-validation ./src --strict -f README.md
    ask   helm lint --skip-schema-validation /etc
    allow helm show values ./src
    ask   helm show values bitnami/nginx
    ask   helm show values oci://x.example/chart
    allow helm dependency list src
    ask   helm dependency update src
    allow helm version --short
    allow helm repo list
    ask   helm repo add x https://x.example
    ask   helm env
    ask   helm install app ./src
    ask   helm upgrade --install app ./src --dry-run
    ask   helm uninstall app
    ask   helm plugin install x
    ask   helm diff upgrade app ./src
    ask   helm pull bitnami/nginx
    ask   HELM_PLUGINS=. helm list
"#;
