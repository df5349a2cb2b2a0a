"""Each format of declarations, read as the tools that own it read it."""

import pytest

from reproscope.repository.collect.environment.contradictions import contradictions
from reproscope.repository.collect.environment.poetry import pep440
from reproscope.repository.collect.environment.requirements import kind_by_name
from reproscope.repository.collect.environment.specifying import Where, conda_declared, declared
from tests.repository.trees import environment_of

HERE = Where("requirements.txt", 1)
HASH = "0" * 64


@pytest.mark.parametrize(
    ("written", "name", "pinned"),
    [
        ("numpy==1.19.5", "numpy", "exact"),
        ("NumPy == 1.19.5", "numpy", "exact"),
        ("numpy===1.19.5", "numpy", "exact"),
        ("numpy==1.19.*", "numpy", "bounded"),
        ("numpy~=1.19.5", "numpy", "bounded"),
        ("matplotlib<4,>=3", "matplotlib", "bounded"),
        ("scipy>1.0", "scipy", "unbounded"),
        ("scipy!=1.5.1", "scipy", "unbounded"),
        ("zope.interface", "zope-interface", "unbounded"),
        ("torch==1.9.0 ; python_version >= '3.6'", "torch", "exact"),
        ("torch==1.9.0; sys_platform == 'linux' and python_version > '3'", "torch", "exact"),
        ("requests[socks,security]==2.25.1", "requests", "exact"),
        ("git+https://github.com/a/b.git", "b", "url"),
        ("git+https://github.com/a/b.git@v1.0", "b", "url"),
        ("git+https://github.com/a/b.git@a9b1bf5920416aaeaec965c25dd9e8f98c864f16", "b", "exact"),
        ("b @ git+https://github.com/a/b.git@a9b1bf59", "b", "exact"),
        ("git+https://github.com/a/b.git@a9b1bf59#egg=other", "other", "exact"),
        ("https://example.org/torch-1.9.0-cp38-cp38-linux_x86_64.whl", "torch", "exact"),
        ("numpy @ file:///tmp/build/numpy-1.19", "numpy", "path"),
        ("./lib", "", "path"),
        ("numpy=1.19.2", "numpy", "exact"),
        ("numpy=1.19", "numpy", "bounded"),
        ("numpy=1.19.2=py38h54aff64_0", "numpy", "exact"),
        ("numpy 1.19", "numpy", "unknown"),
        ("numpy==", "numpy", "unknown"),
    ],
)
def test_a_requirement_is_as_narrow_as_pip_takes_it(written, name, pinned):
    one = declared(written, HERE)
    assert (one.name, one.pinned) == (name, pinned)


@pytest.mark.parametrize(
    ("written", "name", "specifier", "pinned"),
    [
        ("numpy", "numpy", "", "unbounded"),
        ("numpy=1.19", "numpy", "==1.19.*", "bounded"),
        ("numpy=1.19.2", "numpy", "==1.19.2", "exact"),
        ("numpy=1.19=py38_0", "numpy", "==1.19", "exact"),
        ("numpy==1.19", "numpy", "==1.19", "exact"),
        ("numpy>=1.19,<2", "numpy", ">=1.19,<2", "bounded"),
        ("numpy >=1.19", "numpy", ">=1.19", "unbounded"),
        ("numpy 1.19.*", "numpy", "==1.19.*", "bounded"),
        ("numpy 1.19.2 py38_0", "numpy", "==1.19.2", "exact"),
        ("conda-forge::scikit-learn=0.24.1", "scikit-learn", "==0.24.1", "exact"),
        ("numpy=1.19.*", "numpy", "==1.19.*", "bounded"),
        ("numpy=*", "numpy", "", "unbounded"),
        ("numpy[version='>=1.2,<2']", "numpy", ">=1.2,<2", "bounded"),
        ("_libgcc_mutex=0.1=main", "libgcc-mutex", "==0.1", "exact"),
        ("!!", "", "!!", "unknown"),
    ],
)
def test_a_conda_package_is_as_narrow_as_conda_takes_it(written, name, specifier, pinned):
    one = conda_declared(written, HERE)
    assert (one.name.strip("-"), one.specifier, one.pinned) == (name, specifier, pinned)


@pytest.mark.parametrize(
    ("written", "meaning"),
    [
        ("^1.2.3", ">=1.2.3,<2"),
        ("^0.2.3", ">=0.2.3,<0.3"),
        ("^0.0.3", ">=0.0.3,<0.0.4"),
        ("^0", ">=0,<1"),
        ("~1", ">=1,<2"),
        ("~1.2", ">=1.2,<1.3"),
        ("1.2.*", "==1.2.*"),
        (">=1.2, <2", ">=1.2,<2"),
        (">=1.2 <2", ">=1.2,<2"),
        ("~=1.2", "~=1.2"),
    ],
)
def test_poetry_versions_mean_what_poetry_says(written, meaning):
    assert pep440(written) == meaning


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("requirements.txt", "runtime"),
        ("requirements/base.txt", "runtime"),
        ("requirements-dev.txt", "dev"),
        ("dev-requirements.txt", "dev"),
        ("requirements/test.txt", "dev"),
        ("docs/requirements.txt", "dev"),
        ("latest/requirements.txt", "runtime"),
        ("constraints.txt", "constraint"),
        ("requirements-optional.txt", "optional"),
    ],
)
def test_a_requirements_file_is_of_the_kind_its_name_says(path, kind):
    assert kind_by_name(path) == kind


def test_blank_lines_and_comments_are_no_packages(tmp_path):
    found = environment_of(tmp_path, {"requirements.txt": "\n  \n# torch\nnumpy  # why\n\n"})
    assert [(d.name, d.line) for d in found.declarations] == [("numpy", 4)]


def test_hashes_of_continued_lines_belong_to_their_package(tmp_path):
    text = f"numpy==1.19.5 \\\n  --hash=sha256:{HASH} \\\n  --hash=sha256:{HASH}\ntorch==1.7\n"
    found = environment_of(tmp_path, {"requirements.txt": text})
    assert [(d.name, d.hashes, d.line) for d in found.declarations] == [
        ("numpy", True, 1),
        ("torch", False, 4),
    ]
    assert [(k.packages, k.hashed) for k in found.locks] == [(2, 1)]


def test_includes_are_followed_once_and_never_out_of_the_tree(tmp_path):
    files = {
        "requirements.txt": "-r a.txt\n--requirement=../secret.txt\n-r /etc/passwd\n",
        "a.txt": "-r requirements.txt\n-rb.txt\nnumpy==1.0\n",
        "b.txt": "torch==1.0\n",
    }
    (tmp_path.parent / "secret.txt").write_text("hidden==1.0\n")
    found = environment_of(tmp_path, files)
    assert sorted(d.name for d in found.declarations) == ["numpy", "torch"]
    assert [b.line for b in found.broken] == [2, 3]


def test_setup_py_is_read_and_never_run(tmp_path):
    mark = tmp_path / "ran"
    script = (
        f"open({str(mark)!r}, 'w').write('x')\n"
        "from setuptools import setup\n"
        "base = ['numpy==1.0']\n"
        "base += ['scipy']\n"
        "base.append('pandas<2')\n"
        "options = dict(name='x')\n"
        "setup(install_requires=base + ['torch'] + list(EXTRA), tests_require=['pytest'],\n"
        "      extras_require={'plot': ['matplotlib'], 'dev': ['black']})\n"
    )
    found = environment_of(tmp_path, {"setup.py": script})
    assert not mark.exists()
    assert [(d.name, d.kind) for d in found.declarations] == [
        ("numpy", "runtime"),
        ("scipy", "runtime"),
        ("pandas", "runtime"),
        ("torch", "runtime"),
        ("pytest", "dev"),
        ("matplotlib", "optional"),
        ("black", "dev"),
    ]
    assert [(b.line, b.why) for b in found.broken] == [
        (7, "a part of install_requires is computed")
    ]


@pytest.mark.parametrize(
    "reading",
    [
        "open('requirements.txt').read().splitlines()",
        "[line.strip() for line in open('requirements.txt')]",
        "parse_requirements('requirements.txt', session=False)",
        "[str(r) for r in parse_requirements(os.path.join(HERE, 'requirements.txt'))]",
        "Path('requirements.txt').read_text().split()",
        "needed()",
    ],
)
def test_setup_py_is_followed_to_the_file_it_reads(tmp_path, reading):
    function = "def needed():\n    with open('requirements.txt') as f:\n        return list(f)\n"
    script = f"{function}\nsetup(install_requires={reading})\n"
    found = environment_of(tmp_path, {"setup.py": script, "requirements.txt": "numpy==1.0\n"})
    assert [(r.file, r.goal) for r in found.references] == [("setup.py", "requirements.txt")]
    assert found.broken == ()


def test_requirements_that_setup_py_puts_together_are_computed_and_not_guessed(tmp_path):
    script = (
        "deps = {x.split('=')[0]: x for x in ['numpy==1.0', 'torch==1.0']}\n"
        "TORCH = 'torch>=1.0'\n"
        "setup(install_requires=[deps['numpy'] + ';python_version<\"3\"', TORCH, f'a{1}'])\n"
    )
    found = environment_of(tmp_path, {"setup.py": script})
    assert [(d.name, d.line) for d in found.declarations] == [("torch", 2)]
    assert [b.line for b in found.broken] == [3, 3]


def test_setup_py_is_not_followed_to_the_default_of_a_function_it_gives_a_file(tmp_path):
    files = {
        "setup.py": (
            "def read(name='requirements.txt'):\n    return open(name)\n\n"
            "setup(install_requires=read('requirements/runtime.txt'))\n"
        ),
        "requirements.txt": "black\n",
        "requirements/runtime.txt": "numpy\n",
    }
    found = environment_of(tmp_path, files)
    assert [r.goal for r in found.references] == ["requirements/runtime.txt"]


def test_dockerfile_installs_are_read_over_continued_lines_and_quotes(tmp_path):
    text = (
        "FROM python:3.9 AS build\n"
        "RUN pip install -U pip && \\\n"
        "    # a comment between\n"
        "    pip install --no-cache-dir -i https://index.example.org/simple \\\n"
        "      'numpy>=1,<2' torch==1.9 \\\n"
        "      ; conda install -y -c conda-forge scipy=1.7\n"
        "RUN <<EOF\n"
        "apt-get install -y git\n"
        "EOF\n"
        "FROM build\n"
        "FROM scratch\n"
    )
    found = environment_of(tmp_path, {"Dockerfile": text})
    assert [(d.name, d.specifier, d.line) for d in found.declarations] == [
        ("numpy", "<2,>=1", 2),
        ("torch", "==1.9", 2),
        ("scipy", "==1.7.*", 2),
    ]
    assert [(i.name, i.tag) for i in found.images] == [("python", "3.9")]
    assert [s.name for s in found.system] == ["git"]
    assert found.indexes == ("https://index.example.org/simple",)


@pytest.mark.parametrize(
    ("image", "name", "tag", "digest"),
    [
        ("ubuntu", "ubuntu", "", ""),
        ("localhost:5000/team/image", "localhost:5000/team/image", "", ""),
        ("localhost:5000/team/image:1.0", "localhost:5000/team/image", "1.0", ""),
        (f"python:3.8@sha256:{HASH}", "python", "3.8", f"sha256:{HASH}"),
        (f"python@sha256:{HASH}", "python", "", f"sha256:{HASH}"),
    ],
)
def test_an_image_is_split_into_name_tag_and_digest(tmp_path, image, name, tag, digest):
    found = environment_of(tmp_path, {"Dockerfile": f"FROM --platform=linux/amd64 {image} as x\n"})
    assert [(i.name, i.tag, i.digest) for i in found.images] == [(name, tag, digest)]


@pytest.mark.parametrize(
    ("image", "python", "cuda"),
    [
        ("python:3.8-slim", ["==3.8.*"], []),
        ("python:3.8.10", ["==3.8.10"], []),
        ("nvidia/cuda:11.3.1-cudnn8-runtime", [], ["==11.3.1.*"]),
        ("pytorch/pytorch:1.9.0-cuda11.1-cudnn8-runtime", [], ["==11.1.*"]),
        ("ubuntu:20.04", [], []),
    ],
)
def test_an_image_states_the_versions_in_its_tag(tmp_path, image, python, cuda):
    found = environment_of(tmp_path, {"Dockerfile": f"FROM {image}\n"})
    assert [v.specifier for v in found.pythons] == python
    assert [v.specifier for v in found.cudas] == cuda


@pytest.mark.parametrize(
    ("arguments", "image", "stated"),
    [
        ("ARG V=3.9", "python${V:+:$V}-slim", ("python", "3.9-slim")),
        ("ARG V=", "python${V:+:$V}", ("python", "")),
        ("ARG V", "team/base${V+-gpu}:1", ("team/base", "1")),
        ("ARG W=2", "team/base:${V:-1}.$W", ("team/base", "1.2")),
    ],
)
def test_a_part_of_an_image_may_depend_on_whether_a_variable_is_set(
    tmp_path, arguments, image, stated
):
    found = environment_of(tmp_path, {"Dockerfile": f"{arguments}\nFROM {image}\n"})
    assert [(i.name, i.tag, i.resolved) for i in found.images] == [(*stated, True)]


LOCKS = {
    "uv.lock": (
        '[[package]]\nname = "x"\nsource = { virtual = "." }\n'
        'dependencies = [\n    { name = "numpy" },\n]\n'
        '[[package]]\nname = "NumPy"\nwheels = [\n'
        f'    {{ url = "u", hash = "sha256:{HASH}" }},\n]\n'
        '[[package]]\nname = "torch"\n[package.optional-dependencies]\nname = "no"\n'
    ),
    "poetry.lock": (
        '[[package]]\nname = "numpy"\n\n[package.extras]\nall = ["x"]\n\n'
        '[[package]]\nname = "torch"\n\n[metadata.files]\n'
        f'numpy = [\n    {{file = "n.whl", hash = "sha256:{HASH}"}},\n]\ntorch = []\n'
    ),
    "pdm.lock": (
        f'[[package]]\nname = "numpy"\nfiles = [\n    {{file = "n", hash = "sha256:{HASH}"}},\n]\n'
        '[[package]]\nname = "torch"\n'
    ),
    "pylock.toml": (
        '[[packages]]\nname = "numpy"\n'
        f'wheels = [{{ url = "u", hashes = {{ sha256 = "{HASH}" }} }}]\n'
        '[[packages]]\nname = "torch"\n'
    ),
    "Pipfile.lock": '{"default": {"numpy": {"hashes": ["x"]}, "torch": {}}}',
    "conda-lock.yml": (
        f"package:\n- name: numpy\n  version: 1.0\n  hash:\n    md5: 00\n    sha256: {HASH}\n"
        "- name: torch\n  version: 1.0\n"
    ),
    "pixi.lock": (
        "packages:\n- conda: https://conda.example.org/linux-64/numpy-1.21.0-py39_0.conda\n"
        f"  sha256: {HASH}\n- pypi: https://files.example.org/torch-1.9.0-cp39-none-any.whl\n"
        "  name: torch\n  version: 1.9.0\n"
    ),
}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_tells_its_packages_and_their_hashes(tmp_path, name):
    found = environment_of(tmp_path, {name: LOCKS[name]})
    assert found.broken == ()
    (lock,) = found.locks
    assert (lock.names, lock.packages, lock.hashed) == ({"numpy", "torch"}, 2, 1)


def test_a_recipe_is_read_by_lines_and_its_templates_are_left_alone(tmp_path):
    text = (
        '{% set version = "1.0" %}\npackage:\n  name: x\nrequirements:\n  build:\n    - python\n'
        "    - {{ compiler('c') }}\n  run:\n    - python >=3.8\n    - numpy >=1.19  # why\n"
        "test:\n  requires:\n    - pytest\n"
    )
    found = environment_of(tmp_path, {"meta.yaml": text})
    assert [(d.name, d.specifier, d.kind) for d in found.declarations] == [
        ("numpy", ">=1.19", "runtime")
    ]
    assert [v.specifier for v in found.pythons] == [">=3.8"]


def test_a_yaml_file_called_environment_that_is_none_declares_nothing(tmp_path):
    found = environment_of(tmp_path, {"env.yaml": "gamma: 0.99\nname: CartPole\n"})
    assert (found.declarations, found.broken) == ((), ())


def test_languages_are_counted_by_their_endings(tmp_path):
    found = environment_of(tmp_path, {"a.R": "", "b.r": "", "c.jl": "", "d.m": "", "e.cpp": ""})
    assert [(one.name, one.files) for one in found.languages] == [
        ("R", 2),
        ("C++", 1),
        ("Julia", 1),
        ("MATLAB", 1),
    ]


OWN_AND_COMMITS = {
    "uv.lock": (
        f'[[package]]\nname = "numpy"\nsdist = {{ url = "u", hash = "sha256:{HASH}" }}\n'
        '[[package]]\nname = "mine"\nsource = { editable = "." }\n'
        '[[package]]\nname = "torch"\nsource = { git = "https://example.org/torch?rev=1#1" }\n'
    ),
    "poetry.lock": (
        f'[[package]]\nname = "numpy"\nfiles = [\n    {{file = "n", hash = "sha256:{HASH}"}},\n]\n'
        '[[package]]\nname = "torch"\nfiles = []\n\n[package.source]\ntype = "git"\nurl = "u"\n'
        '[[package]]\nname = "mine"\nfiles = []\n\n[package.source]\ntype = "directory"\n'
    ),
    "pdm.lock": (
        f'[[package]]\nname = "numpy"\nfiles = [\n    {{file = "n", hash = "sha256:{HASH}"}},\n]\n'
        '[[package]]\nname = "torch"\ngit = "https://example.org/torch"\n'
        '[[package]]\nname = "mine"\npath = "./mine"\n'
    ),
    "pylock.toml": (
        f'[[packages]]\nname = "numpy"\n[[packages.wheels]]\n[packages.wheels.hashes]\n'
        f'sha256 = "{HASH}"\n[[packages]]\nname = "mine"\n[packages.directory]\npath = "."\n'
        '[[packages]]\nname = "torch"\nvcs = { type = "git", commit-id = "1" }\n'
    ),
    "Pipfile.lock": (
        '{"default": {"numpy": {"hashes": ["x"]}, "torch": {"git": "u", "ref": "1"},'
        ' "mine": {"path": ".", "editable": true}}}'
    ),
}


@pytest.mark.parametrize("name", OWN_AND_COMMITS)
def test_no_hash_is_due_for_a_commit_and_for_the_project_itself(tmp_path, name):
    (lock,) = environment_of(tmp_path, {name: OWN_AND_COMMITS[name]}).locks
    assert (lock.names, lock.packages, lock.hashed) == ({"numpy", "torch"}, 1, 1)


def test_the_standard_library_in_a_manifest_of_julia_needs_no_hash(tmp_path):
    text = '[[deps.Random]]\nuuid = "1"\n[[deps.CSV]]\ngit-tree-sha1 = "2"\nuuid = "3"\n'
    (lock,) = environment_of(tmp_path, {"Manifest.toml": text}).locks
    assert lock.fully_hashed
    assert lock.names == {"CSV"}


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        ('[dependency-groups]\ntrain = ["torch==1.9.0"]\n', "runtime"),
        ('[dependency-groups]\ncifar = ["torch==1.9.0"]\n', "runtime"),
        ('[dependency-groups]\ntest-gpu = ["torch==1.9.0"]\n', "dev"),
        ('[tool.poetry.group.analysis.dependencies]\ntorch = "1.9.0"\n', "runtime"),
        ('[tool.poetry.group.lint.dependencies]\ntorch = "1.9.0"\n', "dev"),
        (
            "[tool.poetry.group.gpu]\noptional = true\n"
            '[tool.poetry.group.gpu.dependencies]\ntorch = "1.9.0"\n',
            "optional",
        ),
        ('[project.optional-dependencies]\ndocker = ["torch==1.9.0"]\n', "optional"),
        ('[tool.pixi.dependencies]\ntorch = "==1.9.0"\n', "runtime"),
    ],
)
def test_a_group_is_for_the_code_unless_its_name_says_otherwise(tmp_path, table, kind):
    (one,) = environment_of(tmp_path, {"pyproject.toml": table}).declarations
    assert (one.name, one.pinned, one.kind) == ("torch", "exact", kind)


def test_a_choice_by_python_or_platform_is_no_contradiction(tmp_path):
    text = (
        '[tool.poetry.dependencies]\nnumpy = [{version = "1.19.5", python = "<3.8"}, '
        '{version = "1.24.0", python = "^3.8"}]\n'
        'torch = [{version = "1.9.0", platform = "linux"}, '
        '{version = "1.8.0", platform = "darwin"}]\n'
    )
    found = environment_of(tmp_path, {"pyproject.toml": text})
    assert [d.marker for d in found.declarations] == [
        'python_version < "3.8"',
        'python_version < "4" and python_version >= "3.8"',
        'sys_platform == "linux"',
        'sys_platform == "darwin"',
    ]
    assert contradictions(found) == ()


@pytest.mark.parametrize(
    ("address", "pinned"),
    [
        ("https://github.com/a/b/archive/master.zip", "url"),
        ("https://github.com/a/b/archive/refs/heads/main.tar.gz", "url"),
        ("https://github.com/a/b/archive/v1.2.0.zip", "exact"),
        ("https://github.com/a/b/archive/0123456789abcdef0123456789abcdef01234567.zip", "exact"),
        ("https://example.org/b-1.2.tar.gz", "exact"),
        ("https://example.org/b.whl#sha256=00", "exact"),
    ],
)
def test_an_archive_of_a_branch_is_not_one_version(address, pinned):
    assert declared(f"b @ {address}", Where("r.txt", 1)).pinned == pinned


INDEX = "https://download.example.org/whl/cu118"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", f"--extra-index-url {INDEX}\n"),
        ("requirements.txt", f"--extra-index-url={INDEX}\n"),
        ("environment.yml", f"dependencies:\n- pip:\n  - --extra-index-url {INDEX}\n"),
        ("Dockerfile", f"FROM a\nRUN pip install torch --index-url={INDEX}\n"),
        ("Dockerfile", f"FROM a\nRUN pip install torch -f {INDEX}\n"),
        ("Pipfile", f'[[source]]\nurl = "{INDEX}"\n'),
        ("pyproject.toml", f'[[tool.uv.index]]\nname = "t"\nurl = "{INDEX}"\n'),
        ("pyproject.toml", f'[[tool.poetry.source]]\nname = "t"\nurl = "{INDEX}"\n'),
    ],
)
def test_an_index_of_builds_for_one_cuda_states_it_in_every_format(tmp_path, name, text):
    found = environment_of(tmp_path, {name: text})
    assert found.indexes == (INDEX,)
    assert [v.specifier for v in found.cudas] == ["==11.8.*"]


def test_the_default_index_is_nothing_further(tmp_path):
    found = environment_of(tmp_path, {"requirements.txt": "-i https://pypi.org/simple\nnumpy\n"})
    assert found.indexes == ()


def test_pixi_declares_conda_packages_and_packages_of_the_index(tmp_path):
    text = (
        '[project]\nchannels = ["conda-forge"]\n[dependencies]\npython = "3.9.*"\n'
        'numpy = "==1.21.0"\ncudatoolkit = {version = "11.8"}\n[pypi-dependencies]\n'
        'wandb = "==0.10.12"\n[feature.test.dependencies]\npytest = "*"\n'
    )
    found = environment_of(tmp_path, {"pixi.toml": text})
    assert [(d.name, d.pinned, d.kind) for d in found.declarations] == [
        ("numpy", "exact", "runtime"),
        ("cudatoolkit", "bounded", "runtime"),
        ("wandb", "exact", "runtime"),
        ("pytest", "unbounded", "dev"),
    ]
    assert [v.specifier for v in found.pythons] == ["==3.9.*"]
    assert found.channels == ("conda-forge",)
    assert not found.broken


@pytest.mark.parametrize(
    ("name", "text", "packages", "pythons"),
    [
        ("shell.nix", "x = [ pkgs.python39Packages.numpy ]; # python39Packages.no", ["numpy"], 1),
        ("shell.nix", "with pkgs.python310Packages; [\n numpy\n torch ]", ["numpy", "torch"], 1),
        ("manifest.scm", '(list "python@3.9.9" "python-numpy@1.20")', ["numpy"], 1),
        ("guix.scm", "(list python-numpy python-build-system) ; python-no", ["numpy"], 0),
    ],
)
def test_nix_and_guix_are_read_by_their_usual_forms(tmp_path, name, text, packages, pythons):
    found = environment_of(tmp_path, {name: text})
    assert [d.name for d in found.declarations] == packages
    assert len(found.pythons) == pythons


def test_a_file_copied_into_an_image_is_followed_to_the_one_in_the_tree(tmp_path):
    text = "FROM a\nCOPY requirements.txt /tmp/\nRUN pip install -r /tmp/requirements.txt\n"
    files = {"docker/Dockerfile": text, "requirements.txt": "numpy==1.19.5\n"}
    found = environment_of(tmp_path, files)
    assert [r.goal for r in found.references] == ["requirements.txt"]
    assert not found.broken


@pytest.mark.parametrize(
    "command",
    ['"pip install numpy"', '["pip", "install", "numpy"]', '{"a": "pip install numpy", "b": 1}'],
)
def test_a_dev_containers_command_is_read_in_each_of_its_forms(tmp_path, command):
    text = f'{{"postCreateCommand": {command}}}'
    found = environment_of(tmp_path, {".devcontainer/devcontainer.json": text})
    assert [d.name for d in found.declarations] == ["numpy"]


@pytest.mark.parametrize(
    ("written", "version"),
    [
        ("mxnet-cu101==1.5.0", "==10.1.*"),
        ("cupy-cuda11x", "==11.*"),
        ("nvidia-cudnn-cu11==8.5.0.96", "==11.*"),
        ("torch==2.0.1+rocm5.4.2", "==5.4.2.*"),
        ("jax[cuda12]==0.4.1", "==12.*"),
        ("accuracy-cure==1.0", None),
    ],
)
def test_a_package_may_state_the_accelerators_version(tmp_path, written, version):
    found = environment_of(tmp_path, {"requirements.txt": written})
    assert [v.specifier for v in found.cudas] == ([version] if version else [])


def test_a_requirements_file_that_names_python_states_its_version(tmp_path):
    found = environment_of(tmp_path, {"requirements.txt": "python==3.7\nnumpy\n"})
    assert [v.specifier for v in found.pythons] == ["==3.7"]


@pytest.mark.parametrize(
    ("command", "packages"),
    [
        ("pip install torch==${TORCH} numpy", [("torch", "unknown"), ("numpy", "unbounded")]),
        ("pip install jaxlib==0.1+cuda$(cut -f1 <<< ${C} | sed 's/a//')", [("jaxlib", "unknown")]),
        (
            "conda install cudatoolkit==${V} scipy=1.5.2",
            [("cudatoolkit", "unknown"), ("scipy", "exact")],
        ),
        ("pip install $PACKAGES", []),
    ],
)
def test_a_version_that_a_dockerfile_computes_is_unknown(tmp_path, command, packages):
    found = environment_of(tmp_path, {"Dockerfile": f"FROM a\nENV C=11.1\nRUN {command}\n"})
    assert [(d.name, d.pinned) for d in found.declarations] == packages
    assert found.cudas == ()


@pytest.mark.parametrize(
    ("text", "runtime", "packages"),
    [
        ("install.packages('tidyverse')", None, [("tidyverse", "unbounded")]),
        (
            'install.packages(c("A", "b"), repos="u") # install.packages("c")',
            None,
            [("A", "unbounded"), ("b", "unbounded")],
        ),
        ("install.packages('httr')", "r-4.3.2-2024-01-10", [("httr", "exact")]),
        ("remotes::install_version('httr', '1.4.0')", None, [("httr", "exact")]),
        ("devtools::install_github('tidyverse/dplyr')", None, [("dplyr", "unbounded")]),
    ],
)
def test_install_r_declares_packages_and_a_day_fixes_them(tmp_path, text, runtime, packages):
    files = {"install.R": text} | ({"runtime.txt": runtime} if runtime else {})
    found = environment_of(tmp_path, files)
    assert [(d.name, d.pinned, d.language) for d in found.declarations] == [
        (name, pinned, "r") for name, pinned in packages
    ]


def test_julias_standard_library_is_no_dependency(tmp_path):
    text = '[deps]\nCSV = "1"\nRandom = "2"\nPrintf = "3"\n'
    found = environment_of(tmp_path, {"Project.toml": text})
    assert [d.name for d in found.declarations] == ["CSV"]
