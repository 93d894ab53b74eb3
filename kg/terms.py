"""The closed vocabulary and the prefixes: the only place where a namespace IRI is typed.

``LB.<term>`` is the IRI of a term of ``ontology/leaderboard.ttl``; a name that the ontology does
not have raises. A test holds this class and the ontology equal, so that definitions live there.
"""

from __future__ import annotations

from rdflib import URIRef
from rdflib.namespace import (
    DCAT,
    DCTERMS,
    FOAF,
    OWL,
    PROV,
    QB,
    RDF,
    RDFS,
    SH,
    SKOS,
    VOID,
    XSD,
    DefinedNamespace,
    Namespace,
)

__all__ = [
    "ATOM",
    "C4O",
    "DATA_BASE",
    "DCAT",
    "DCTERMS",
    "FABIO",
    "FOAF",
    "FORMATS",
    "HOBBIT",
    "IDENTIFIER_PREFIXES",
    "LB",
    "LBSH",
    "LB_NAMESPACE",
    "MLS",
    "OWL",
    "PREFIXES",
    "PRISM",
    "PROV",
    "QB",
    "QUDT",
    "RDF",
    "RDFS",
    "RS",
    "SCHEMA",
    "SD",
    "SEMAPV",
    "SH",
    "SKOS",
    "SPDX",
    "SSSOM",
    "UNIT",
    "VOID",
    "XSD",
]

#: Namespace of the vocabulary; fixed, whatever the base of the data.
LB_NAMESPACE = "https://w3id.org/leaderboard-kg/ontology#"

#: Default base of data IRIs; ``KG_BASE_IRI`` changes it.
DATA_BASE = "https://w3id.org/leaderboard-kg/"


class LB(DefinedNamespace):
    """Terms of the leaderboard vocabulary, grouped as in the ontology."""

    _NS = Namespace(LB_NAMESPACE)
    _fail = True

    # classes
    Result: URIRef
    Method: URIRef
    Component: URIRef
    AggregatePart: URIRef
    Benchmark: URIRef
    BenchmarkFamily: URIRef
    MethodFamily: URIRef
    Dataset: URIRef
    Task: URIRef
    Metric: URIRef
    EvaluationConfig: URIRef
    Setting: URIRef
    Paper: URIRef
    Source: URIRef
    Leaderboard: URIRef
    MetricDeclaration: URIRef
    ComparisonGroup: URIRef
    Flag: URIRef

    # classes of the closed lists
    ReproductionStatus: URIRef
    Check: URIRef
    Role: URIRef
    SplitKind: URIRef
    MethodKind: URIRef
    Access: URIRef
    UncertaintyKind: URIRef
    Basis: URIRef
    FlagKind: URIRef
    Difference: URIRef
    Direction: URIRef
    Certainty: URIRef
    Severity: URIRef
    ExclusionReason: URIRef
    PaperStatus: URIRef

    # a result and what it holds for
    method: URIRef
    benchmark: URIRef
    metric: URIRef
    leaderboard: URIRef
    declaration: URIRef
    comparisonGroup: URIRef
    config: URIRef
    value: URIRef
    printedValue: URIRef
    unit: URIRef
    normalizedValue: URIRef
    printedMethod: URIRef
    note: URIRef
    reportedIn: URIRef
    reportedInVersion: URIRef
    statedOriginPaper: URIRef
    reproductionStatus: URIRef
    check: URIRef
    reproductionStatement: URIRef
    copiedFrom: URIRef
    copiedFromPaper: URIRef
    reproduces: URIRef
    uncertainty: URIRef
    lower: URIRef
    upper: URIRef
    uncertaintyKind: URIRef
    confidenceLevel: URIRef
    sampleSize: URIRef
    runCount: URIRef
    resultDate: URIRef
    sourceLocator: URIRef
    excludedBecause: URIRef

    # methods
    hasComponent: URIRef
    ofMethod: URIRef
    role: URIRef
    derivedFrom: URIRef
    fineTunedFrom: URIRef
    quantizedFrom: URIRef
    introducedIn: URIRef
    methodFamily: URIRef
    methodKind: URIRef
    access: URIRef
    category: URIRef
    parameterCount: URIRef
    activeParameterCount: URIRef

    # metrics
    direction: URIRef
    target: URIRef
    canonicalUnit: URIRef
    admissibleUnit: URIRef
    minimum: URIRef
    maximum: URIRef
    broaderMetric: URIRef
    parameter: URIRef
    aggregates: URIRef
    ofMetric: URIRef
    weight: URIRef

    # configurations
    setting: URIRef

    # benchmarks
    task: URIRef
    dataset: URIRef
    version: URIRef
    split: URIRef
    splitKind: URIRef
    subset: URIRef
    partOf: URIRef
    itemCount: URIRef
    family: URIRef
    domain: URIRef

    # declarations and groups
    declares: URIRef
    ofBenchmark: URIRef
    columnName: URIRef
    columnNumber: URIRef
    declaredUnit: URIRef
    declaredDirection: URIRef
    scale: URIRef
    ofUnit: URIRef
    ofConfig: URIRef
    ofLeaderboard: URIRef
    basis: URIRef

    # leaderboards, sources, papers
    coverageStatement: URIRef
    coverageSummary: URIRef
    resultsLoaded: URIRef
    resultsStated: URIRef
    sha256: URIRef
    retrieved: URIRef
    paperDate: URIRef
    paperStatus: URIRef
    paperStatusDate: URIRef

    # what was filled in, and what was found
    inferred: URIRef
    notStated: URIRef
    certainty: URIRef
    evidence: URIRef
    flag: URIRef
    flagKind: URIRef
    severity: URIRef
    message: URIRef
    found: URIRef
    expected: URIRef
    rule: URIRef
    onProperty: URIRef

    # the data cube
    resultStructure: URIRef
    dimensionMethod: URIRef
    dimensionBenchmark: URIRef
    dimensionMetric: URIRef
    dimensionComparisonGroup: URIRef
    measureValue: URIRef
    attributeUnit: URIRef
    attributeReproductionStatus: URIRef

    # reproduction status
    AuthorReported: URIRef
    ReportedByOthers: URIRef
    Copied: URIRef
    IndependentlyReproduced: URIRef
    ReproductionFailed: URIRef
    StatusUnknown: URIRef
    # check
    MaintainerChecked: URIRef
    TranscriptionChecked: URIRef
    SignedRun: URIRef
    # role
    Reasoner: URIRef
    Segmenter: URIRef
    Base: URIRef
    AddOn: URIRef
    Tool: URIRef
    Retriever: URIRef
    OtherRole: URIRef
    # split kind
    TrainingSplit: URIRef
    ValidationSplit: URIRef
    TestSplit: URIRef
    CrossValidation: URIRef
    OtherSplit: URIRef
    # method kind
    Model: URIRef
    System: URIRef
    Composite: URIRef
    Module: URIRef
    Human: URIRef
    TrivialBaseline: URIRef
    # access
    OpenWeights: URIRef
    Proprietary: URIRef
    AccessUnknown: URIRef
    # uncertainty kind
    StandardDeviation: URIRef
    StandardError: URIRef
    ConfidenceInterval: URIRef
    UncertaintyUnknown: URIRef
    # basis of a comparison group
    SameRecordedSettings: URIRef
    AsPublishedTogether: URIRef
    # flag kind (ImplausibleValue is an exclusion reason too)
    ScaleCorrected: URIRef
    ScaleSuspect: URIRef
    UnnamedColumn: URIRef
    ImplausibleValue: URIRef
    PartsDisagree: URIRef
    NotKOverN: URIRef
    DuplicateRow: URIRef
    IdentifierCleaned: URIRef
    DeclarationConflict: URIRef
    # difference: why two results are not comparable
    DifferentDataset: URIRef
    DifferentVersion: URIRef
    DifferentSplit: URIRef
    DifferentSubset: URIRef
    DifferentTask: URIRef
    DifferentMetric: URIRef
    DifferentMetricParameter: URIRef
    DifferentUnit: URIRef
    DifferentSetting: URIRef
    SettingsNotRecorded: URIRef
    UnitUnknown: URIRef
    UnitNotAdmissible: URIRef
    DirectionNotStated: URIRef
    # direction
    HigherIsBetter: URIRef
    LowerIsBetter: URIRef
    CloserToTarget: URIRef
    DirectionUnknown: URIRef
    # certainty
    Certain: URIRef
    VeryLikely: URIRef
    Inferred: URIRef
    FromMemory: URIRef
    # severity
    Error: URIRef
    Warning: URIRef
    Note: URIRef
    # exclusion reason
    PaperRetracted: URIRef
    Superseded: URIRef
    # paper status
    Retracted: URIRef
    Withdrawn: URIRef
    Corrected: URIRef


#: Namespace of the SHACL shapes.
LBSH = Namespace("https://w3id.org/leaderboard-kg/shapes#")
SCHEMA = Namespace("https://schema.org/")
PRISM = Namespace("http://prismstandard.org/namespaces/basic/2.0/")
FABIO = Namespace("http://purl.org/spar/fabio/")
MLS = Namespace("http://www.w3.org/ns/mls#")
HOBBIT = Namespace("http://w3id.org/hobbit/vocab#")
UNIT = Namespace("http://qudt.org/vocab/unit/")
QUDT = Namespace("http://qudt.org/schema/qudt/")
SPDX = Namespace("http://spdx.org/rdf/terms#")
SD = Namespace("http://www.w3.org/ns/sparql-service-description#")
FORMATS = Namespace("http://www.w3.org/ns/formats/")
#: How the W3C test suites write result tables in RDF.
RS = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/result-set#")

#: SSSOM, how a mapping was found, and citation counts (C4O): the vocabularies of links.
SSSOM = Namespace("https://w3id.org/sssom/")
SEMAPV = Namespace("https://w3id.org/semapv/vocab/")
C4O = Namespace("http://purl.org/spar/c4o/")
#: Feeds, as arXiv answers.
ATOM = Namespace("http://www.w3.org/2005/Atom")

#: Prefixes that every Turtle file, query page and JSON-LD context of ours uses.
PREFIXES: dict[str, str] = {
    "lb": LB_NAMESPACE,
    "lbsh": str(LBSH),
    "schema": str(SCHEMA),
    "prism": str(PRISM),
    "fabio": str(FABIO),
    "mls": str(MLS),
    "hobbit": str(HOBBIT),
    "unit": str(UNIT),
    "qudt": str(QUDT),
    "qb": str(QB),
    "spdx": str(SPDX),
    "rdf": str(RDF),
    "rdfs": str(RDFS),
    "owl": str(OWL),
    "xsd": str(XSD),
    "sh": str(SH),
    "skos": str(SKOS),
    "dcterms": str(DCTERMS),
    "prov": str(PROV),
    "dcat": str(DCAT),
    "void": str(VOID),
    "sssom": str(SSSOM),
    "semapv": str(SEMAPV),
    "c4o": str(C4O),
}

#: CURIE prefixes of identifiers -> where their owners publish the things.
IDENTIFIER_PREFIXES: dict[str, str] = {
    "doi": "https://doi.org/",
    "arxiv": "https://arxiv.org/abs/",
    "openalex": "https://openalex.org/",
    "semopenalex": "https://semopenalex.org/work/",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/",
    "pmc": "https://www.ncbi.nlm.nih.gov/pmc/articles/",
    "s2": "https://api.semanticscholar.org/CorpusID:",
    "s2.paper": "https://www.semanticscholar.org/paper/",
    "dblp": "https://dblp.org/rec/",
    "hf.paper": "https://huggingface.co/papers/",
    "hf.model": "https://huggingface.co/",
    "hf.dataset": "https://huggingface.co/datasets/",
    "orkg": "http://orkg.org/orkg/resource/",
    "wikidata": "http://www.wikidata.org/entity/",
    "omid": "https://w3id.org/oc/meta/",
    "orcid": "https://orcid.org/",
    "ror": "https://ror.org/",
}
