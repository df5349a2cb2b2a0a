"""From an opened target to facts: every collector once, each by one line in `collect`."""

from __future__ import annotations

from dataclasses import dataclass

from reproscope.core import Skipped
from reproscope.repository.collect.artefacts import artefacts_of
from reproscope.repository.collect.binderhub import Hub, build_on
from reproscope.repository.collect.data import data_of
from reproscope.repository.collect.documents.document import Documents
from reproscope.repository.collect.documents.gathering import collect_documents, collect_licences
from reproscope.repository.collect.environment.collecting import collect_environment
from reproscope.repository.collect.environment.records import Environment
from reproscope.repository.collect.experiment import experiment_of
from reproscope.repository.collect.python.rating.collecting import collect_rating
from reproscope.repository.collect.python.rating.records import Rating
from reproscope.repository.collect.python.sources import python_modules
from reproscope.repository.collect.python.style import collect_style
from reproscope.repository.collect.texts import prose_of, shell_of
from reproscope.repository.facts import Facts
from reproscope.repository.sources import Opened


@dataclass(frozen=True, slots=True)
class Wanted:
    """What may be asked beyond the files: the network, a resolver, a style checker, a hub.

    `rating` is pylint's, for the thesis's measurements: nothing else asks for it.
    """

    online: bool = False
    resolve: bool = False
    style: bool = True
    rating: bool = False
    hub: Hub | None = None


OFFLINE = Wanted()


def collect(opened: Opened, wanted: Wanted = OFFLINE) -> Facts:
    """Collect everything there is to know about a repository, without judging any of it."""
    tree = opened.tree
    modules = python_modules(tree)
    documents = collect_documents(tree)
    prose, shell = prose_of(tree), shell_of(tree)
    scripts = [m.path for m in modules if m.parsed and not m.notebook and not m.refusal]
    environment = collect_environment(tree, modules)
    rating = collect_rating(tree, modules) if wanted.rating else None
    return Facts(
        origin=opened.origin,
        tree=tree,
        modules=modules,
        documents=documents,
        licences=collect_licences(tree, documents),
        style=collect_style(tree, scripts) if wanted.style else None,
        rating=rating,
        skipped=_unrated(rating),
        links_answered=_links(documents) if wanted.online else None,
        environment=_asked(environment, wanted, opened.origin.committed),
        data=data_of(tree, modules, prose, shell),
        experiment=experiment_of(tree, modules, prose, shell),
        artefacts=artefacts_of(tree, modules, prose),
        build=None if wanted.hub is None else build_on(wanted.hub, opened.origin),
    )


def _unrated(rating: Rating | None) -> tuple[Skipped, ...]:
    """A rating that was wanted and is not known is told with its reason."""
    if rating is None or rating.problem is None:
        return ()
    return (Skipped("pylint rating", rating.problem),)


def _links(documents: Documents) -> dict[str, bool | None]:
    from reproscope.repository.collect.documents.online import answered

    main = documents.main
    return answered([] if main is None else [link.url for link in main.links])


def _asked(environment: Environment, wanted: Wanted, committed: str | None) -> Environment:
    """Ask the package index and the resolver what they were allowed to be asked."""
    if wanted.online:
        from reproscope.repository.collect.environment.availability import with_availability

        environment = with_availability(environment)
    if wanted.resolve:
        from reproscope.repository.collect.environment.resolution import with_resolution

        environment = with_resolution(environment, committed)
    return environment
