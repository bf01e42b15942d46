"""Behind a proxy: whose word counts, and the configurations that the documents show."""

from __future__ import annotations

import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.sync.client import connect

from plyground.errors import InputError
from plyground.web.serving.proxies import Came, Proxies
from tests.waiting import PATIENCE, wait_until
from tests.web.people import Server, free_port, running, unverified

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
SEATS = {"first": {"kind": "human"}, "second": {"kind": "human"}}
LIMITS = {
    "proxies": ["127.0.0.1"],
    "public": ["play.example.org"],
    "address_game_burst": 2,
    "address_games_per_minute": 1e-3,
    "metrics": True,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("proxied")
    with running(home, str(home / "games.sqlite"), settings=LIMITS) as started:
        yield started
        assert started.faults == ""


@pytest.mark.parametrize(
    ("host", "forwarded", "came"),
    [
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"}, Came("192.0.2.7", True)),
        ("10.1.2.3", {"x-forwarded-for": "192.0.2.7"}, Came("192.0.2.7", False)),
        ("::ffff:10.1.2.3", {"x-forwarded-for": "2001:db8::7"}, Came("2001:db8::7", False)),
        ("10.1.2.3", {"x-forwarded-for": "6.6.6.6, 192.0.2.7, 127.0.0.1"}, Came("192.0.2.7", False)),
        ("10.1.2.3", {"x-forwarded-for": "6.6.6.6, nonsense"}, Came("10.1.2.3", False)),
        ("10.1.2.3", {}, Came("10.1.2.3", False)),
        ("192.0.2.9", {"x-forwarded-for": "6.6.6.6", "x-forwarded-proto": "https"}, Came("192.0.2.9", False)),
    ],
)
def test_only_a_trusted_proxy_says_where_a_request_came_from(host, forwarded, came):
    assert Proxies(["127.0.0.1", "10.0.0.0/8"]).came(host, "http", Headers(forwarded)) == came


def test_a_proxy_has_an_address():
    with pytest.raises(InputError, match="'nginx' is no address of a proxy"):
        Proxies(["nginx"])


def test_visitors_behind_a_proxy_have_limits_of_their_own(server):
    with unverified(server.url) as http:
        codes = [
            http.post("/api/games", json=SEATS, headers={"x-forwarded-for": f"198.51.{address}.1"}).status_code
            for address in (1, 1, 1, 2)
        ]
    assert codes == [201, 201, 429, 201]


def test_under_tls_the_cookie_is_secure(server):
    for proto, secure in (("https", True), ("http", False)):
        answer = server.get("/", headers={"x-forwarded-proto": proto})
        assert answer.headers["set-cookie"].endswith("; Secure") is secure
        assert ("strict-transport-security" in answer.headers) is secure


def client(url: str, address: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address, verify=False)
    return httpx.Client(base_url=url, transport=transport, timeout=PATIENCE)


def check_proxied(url: str) -> None:
    """A page over TLS whose visitors have limits of their own, whatever they send."""
    with client(url, "127.0.0.2") as anna, client(url, "127.0.0.3") as bert:
        answer = anna.get("/")
        assert answer.status_code == 200
        assert answer.headers["set-cookie"].endswith("; Secure")
        assert "strict-transport-security" in answer.headers
        assert anna.get("/metrics").status_code == 404
        made = anna.post("/api/games", json=SEATS, headers={"origin": url})
        assert made.status_code == 201, made.text
        lies = [
            anna.post("/api/games", json=SEATS, headers={"x-forwarded-for": f"6.6.6.{number}"}).status_code
            for number in range(2)
        ]
        assert lies == [201, 429]
        assert bert.post("/api/games", json=SEATS).status_code == 201
        cookie = f"plyground_visitor={anna.cookies['plyground_visitor']}"
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        address = f"{url.replace('https', 'wss')}/ws/games/{made.json()['id']}"
        headers = {"cookie": cookie}
        with connect(address, ssl=trusting, additional_headers=headers, open_timeout=PATIENCE) as socket:
            assert '"ply":0' in str(socket.recv(PATIENCE))
            socket.send('{"type": "move", "ply": 0, "move": "4"}')
            assert '"ply":1' in str(socket.recv(PATIENCE))


def program(name: str) -> str:
    found = shutil.which(name)
    assert found is not None
    return found


@contextmanager
def proxied(words: list[str], url: str, home: Path) -> Iterator[None]:
    def answers() -> bool:
        assert process.poll() is None, (home / "log").read_text()
        try:
            with client(url, "127.0.0.9") as http:
                return http.get("/healthz").status_code == 200
        except httpx.TransportError:
            return False

    environment = {"HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    with open(home / "log", "w") as log:
        process = subprocess.Popen(words, env=environment, stdout=log, stderr=log)
        try:
            assert wait_until(answers), (home / "log").read_text()
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings=LIMITS) as started:
        yield started


@pytest.mark.needs("nginx", "openssl")
def test_nginx(fresh, tmp_path):
    port, plain = free_port(), free_port()
    name = "localhost"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={name}".split()
    files = ["-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")]
    subprocess.run([program("openssl"), *words, *files], check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text()
    for pattern, put in (
        (r".*listen \[::\].*\n", ""),  # not every machine has IPv6
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ", f"listen 127.0.0.1:{port} "),
        (r"127\.0\.0\.1:7642", fresh.host),
        (r"proxy_set_header Host \$host;", "proxy_set_header Host $http_host;"),  # with the port of the test
        (r"/etc/letsencrypt/live/play.example.org/fullchain.pem", str(tmp_path / "cert.pem")),
        (r"/etc/letsencrypt/live/play.example.org/privkey.pem", str(tmp_path / "key.pem")),
        (r"play\.example\.org", name),
    ):
        site, count = re.subn(pattern, put, site)
        assert count, pattern
    folders = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = tmp_path / "nginx.conf"
    user = "user root;\n" if Path("/proc/self").stat().st_uid == 0 else ""
    whole.write_text(
        f"{user}daemon off;\npid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{folders}{site}\n}}\n"
    )
    url = f"https://localhost:{port}"
    with proxied([program("nginx"), "-c", str(whole), "-p", str(tmp_path)], url, tmp_path):
        check_proxied(url)
        with unverified(f"http://127.0.0.1:{plain}") as http:
            moved = http.get("/new")
        assert (moved.status_code, moved.headers["location"]) == (301, "https://127.0.0.1/new")


@pytest.mark.needs("caddy")
def test_caddy(fresh, tmp_path):
    port = free_port()
    options = f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {free_port()}\n\thttps_port {port}\n"
    text = (DEPLOY / "Caddyfile").read_text()
    assert "play.example.org {" in text
    text = text.replace("{\n", options, 1).replace("play.example.org {", "localhost {")
    text = text.replace("reverse_proxy 127.0.0.1:7642", f"reverse_proxy {fresh.host}")
    file = tmp_path / "Caddyfile"
    file.write_text(text)
    url = f"https://localhost:{port}"
    with proxied([program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"], url, tmp_path):
        check_proxied(url)
