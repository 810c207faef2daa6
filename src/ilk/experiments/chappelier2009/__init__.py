"""PLSI: the true Fisher kernel and beyond (Chappelier and Eckard 2009), done again.

settings, run      a fit of PLSI is a setting; it serves thirteen similarities of the paper and three of ours
fitting            plain EM, tempered EM, and the parts of tempering
grid               means and deviations over the starts, from the results
findings           the paper's seven findings, judged from those
"""

from ilk.experiments.chappelier2009.published import COLLECTIONS
from ilk.experiments.chappelier2009.report import report
from ilk.experiments.chappelier2009.run import run
from ilk.experiments.chappelier2009.settings import settings
from ilk.experiments.study import Study

__all__ = ["STUDY"]

STUDY = Study(
    name="chappelier2009",
    title="PLSI, the true Fisher kernel and beyond",
    reference=(
        "J.-C. Chappelier and E. Eckard, PLSI: the true Fisher kernel and beyond. IID processes, information "
        "matrix and model identification in PLSI. ECML PKDD 2009."
    ),
    settings=settings,
    run=run,
    report=report,
    collections=COLLECTIONS,
)
