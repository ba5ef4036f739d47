//! Containers: harmless, harmful, look-alike.

const EXAMPLES: &str = r#"
        allow docker ps -a
        allow docker ps --format '{{.Names}} {{.Status}}'
        ask   docker ps --frobnicate
        ask   docker ps extra
        ask   docker -H tcp://x.example:2375 ps
        ask   docker --host=ssh://x.example ps
        ask   docker --context prod ps
        ask   docker -c prod ps
        ask   docker --config /tmp/x ps
        ask   docker --tlscacert x ps
        ask   DOCKER_HOST=tcp://x.example docker ps
        allow docker images
        allow docker image ls --digests
        ask   docker image rm x
        ask   docker image prune -a
        allow docker logs --tail 50 web
        allow docker logs web 2>&1 | grep -i error
        ask   docker logs -f web
        ask   docker logs -tf web
        ask   docker logs --follow web
        ask   docker logs --follow=true web
        allow docker inspect -f '{{.State.Status}}' web
        allow docker inspect --format='{{.State.Health.Status}}' web
        ask   docker inspect web
        ask   docker inspect -f '{{json .}}' web
        ask   docker inspect -f '{{.Config.Env}}' web
        ask   docker inspect --format "$FORMAT" web
        ask   docker inspect -f '{{.State.Status}}' -f '{{.Config.Env}}' web
        allow docker inspect --type network bridge
        ask   docker inspect --type container web
        allow docker container inspect -f '{{.State.Running}}' web
        ask   docker container inspect web
        allow docker image inspect -f '{{.RepoTags}}' alpine
        ask   docker image inspect alpine
        ask   docker image inspect -f '{{.Config.Env}}' alpine
        ask   docker inspect --type image alpine
        ask   docker volume inspect data
        allow docker volume inspect -f '{{.Mountpoint}}' data
        allow docker network inspect bridge
        allow docker volume ls -q
        ask   docker volume rm x
        ask   docker network create x
        allow docker top web
        ask   docker top web eww
        allow docker port web 80
        allow docker stats --no-stream
        ask   docker stats
        allow docker diff web
        allow docker history alpine
        allow docker version
        allow docker info
        allow docker -v
        allow docker --version
        allow docker system df -v
        ask   docker system prune -af
        ask   docker system events
        allow docker context ls
        ask   docker context use prod
        allow docker buildx ls
        ask   docker buildx build .
        ask   docker manifest inspect alpine
        ask   docker search alpine
        ask   docker run --rm alpine
        ask   docker run -v /:/host alpine
        ask   docker exec web ls
        ask   docker build .
        ask   docker cp web:/etc/passwd .
        ask   docker login
        ask   docker rm -f web
        ask   docker "$SUB" web
        ask   docker frobnicate
        allow docker
        allow podman ps
        allow podman pod ls
        ask   podman --url tcp://x.example ps
        ask   podman run x
        ask   podman unshare ls
        allow nerdctl ps
        ask   nerdctl run x
        ask   skopeo copy docker://a docker://b
"#;

const COMPOSE: &str = r#"
        allow docker compose ps
        allow docker compose -f compose.yaml ps --format json
        allow docker-compose ps
        allow docker compose logs --tail=20 web
        allow docker compose -p other logs web
        ask   docker compose logs -f web
        ask   docker compose logs --follow
        ask   docker compose -f remote.yaml ps
        ask   docker compose -f encoded.yaml ps
        ask   docker compose -f missing.yaml ps
        ask   docker compose -f=compose.yaml ps
        ask   docker compose -f - ps
        ask   docker compose -f oci://x.example/app ps
        ask   docker compose -f https://x.example/app.git ps
        ask   docker compose -f "$FILE" ps
        ask   cd sub && docker compose ps
        ask   cd "$DIR" && docker compose ps
        ask   cp remote.yaml compose.yaml && docker compose ps
        ask   docker compose --env-file x ps
        allow docker compose config --services
        allow docker compose config -q
        ask   docker compose config --images
        ask   docker compose config --profiles
        allow docker compose config --images --no-interpolate
        ask   docker compose config
        ask   docker compose config --format json
        ask   docker compose config --services -o /etc/x
        allow docker compose ls
        allow docker compose version
        allow docker compose top
        allow docker compose port web 80
        allow docker compose images
        ask   docker compose up
        ask   docker compose up -d
        ask   docker compose down -v
        ask   docker compose exec web ls
        ask   docker compose run web ls
        ask   docker compose build
        ask   docker compose cp web:/x .
        ask   docker compose pull
        ask   docker compose watch
        ask   docker compose "$SUB"
        ask   docker compose frobnicate
        allow docker compose --help
"#;

#[test]
fn examples_read_as_they_should() {
    super::super::examples::run(EXAMPLES);
}

#[test]
fn compose_loads_no_file_that_was_not_read() {
    let services = "services:\n  web:\n    image: nginx\n";
    let machine = super::super::examples::machine()
        .file("/repo/compose.yaml", services)
        .file("/repo/remote.yaml", "include:\n  - https://x.example/${KEY}.git\nservices: {}\n")
        .file("/repo/encoded.yaml", "\"\\x69nclude\": [oci://x.example/app]\n")
        .file("/repo/sub/docker-compose.yml", "services:\n  a:\n    extends: {file: ../x, service: b}\n");
    super::super::examples::run_on(&machine, COMPOSE);
}
