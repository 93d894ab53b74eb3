"""Files that show a general rule each: models as columns, sizes alone, splits in names, conditions. Answers read by eye.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

MET = (
    Case(
        "models in the header under a told metric are no parts of the data",
        "a.md",
        "# WikiText-2\n\n| Perplexity ↓ | Sparsity | LLaMA-7B | LLaMA-13B |\n|---|---|---|---|\n| Dense | 0% | 5.68 | 5.09 |\n| SparseNet | 50% | 7.22 | 6.21 |\n",
        (
            "5|Dense|WikiText-2||perplexity|5.68|-!|-",
            "5|Dense|WikiText-2||perplexity|5.09|-!|-",
            "6|SparseNet|WikiText-2||perplexity|7.22|-!|-",
            "6|SparseNet|WikiText-2||perplexity|6.21|-!|-",
        ),
        notes={"Dense": "setting column = LLaMA-7B; setting column = LLaMA-13B"},
    ),
    Case(
        "models in the header over rows of data sets are methods",
        "a.md",
        "# Language models\n\n| Perplexity ↓ | LLaMA-7B | LLaMA-13B |\n|---|---|---|\n| WikiText-2 | 5.68 | 5.09 |\n| C4 | 7.22 | 6.21 |\n",
        (
            "5|LLaMA-7B|WikiText-2||perplexity|5.68|-!|-",
            "5|LLaMA-13B|WikiText-2||perplexity|5.09|-!|-",
            "6|LLaMA-7B|C4||perplexity|7.22|-!|-",
            "6|LLaMA-13B|C4||perplexity|6.21|-!|-",
        ),
    ),
    Case(
        "a table of sizes and costs alone has them, and no results",
        "a.md",
        "# Efficiency\n\n| Model | GPU memory (GB) | Price ($/h) |\n|---|---|---|\n| NetA | 12.0 | 1.20 |\n| NetB | 6.0 | - |\n",
        (),
        resources=("NetA|GPU memory (GB)|12.0", "NetA|Price ($/h)|1.20", "NetB|GPU memory (GB)|6.0"),
        message="no column of it holds scores: its sizes and costs are kept apart",
    ),
    Case(
        "a split behind a known data set is a split in headings and columns alike",
        "a.md",
        "## LibriSpeech test-clean\n\n| Model | WER |\n|---|---|\n| NetA | 2.1 |\n\n## Speech recognition\n\nAll values are WER.\n\n| Model | LibriSpeech test-clean | LibriSpeech test-other |\n|---|---|---|\n| NetA | 2.2 | 4.1 |\n",
        (
            "5|NetA|LibriSpeech|test-clean|WER|2.1|%!|-!",
            "13|NetA|LibriSpeech|test-clean|word error rate|2.2|%!|-!",
            "13|NetA|LibriSpeech|test-other|word error rate|4.1|%!|-!",
        ),
    ),
    Case(
        "and where a row names it",
        "a.csv",
        "model,dataset,metric,value\nNetA,LibriSpeech test-clean,WER,2.1\nNetA,LibriSpeech test-other,WER,4.1\nNetA,Toy test-clean,WER,5.1\n",
        (
            "2|NetA|LibriSpeech|test-clean|WER|2.1|%!|-!",
            "3|NetA|LibriSpeech|test-other|WER|4.1|%!|-!",
            "4|NetA|Toy test-clean||WER|5.1|%!|-!",
        ),
    ),
    Case(
        "conditions behind a data set are a part of it, not more data sets",
        "a.md",
        "## CIFAR-10, Linf, eps=8/255\n\n| Model | Robust accuracy |\n|---|---|\n| NetA | 70.2 |\n\n## CIFAR-10 (L2, eps=0.5)\n\n| Model | Robust accuracy |\n|---|---|\n| NetA | 80.2 |\n\n## Cityscapes, Pascal VOC\n\n| Model | mIoU |\n|---|---|\n| NetA | 60.1 |\n",
        (
            "5|NetA|CIFAR-10 / Linf, eps=8/255||Robust accuracy|70.2|%!|+!",
            "11|NetA|CIFAR-10 / L2, eps=0.5||Robust accuracy|80.2|%!|+!",
            "17|NetA|Cityscapes, Pascal VOC~||mIoU|60.1|%!|+!",
        ),
    ),
    Case(
        "a split behind the data set in brackets",
        "a.md",
        "# Skin lesions (HAM10000, test)\n\n| Model | accuracy |\n|---|---|\n| NetA | 93.1 |\n",
        ("5|NetA|HAM10000|test|accuracy|93.1|%!|+!",),
    ),
    Case(
        "short names of the measures of reports among each other",
        "a.md",
        "# IU X-Ray\n\n| Model | B-1 | B-4 | MTR | R-L |\n|---|---|---|---|---|\n| NetA | 0.47 | 0.16 | 0.19 | 0.37 |\n",
        (
            "5|NetA|IU X-Ray||B-1|0.47|1!|+!",
            "5|NetA|IU X-Ray||B-4|0.16|1!|+!",
            "5|NetA|IU X-Ray||MTR|0.19|1!|+!",
            "5|NetA|IU X-Ray||R-L|0.37|1!|+!",
        ),
    ),
    Case(
        "one of them by itself may be anything",
        "a.md",
        "# Kvasir-SEG\n\n| Model | Dice | B-1 |\n|---|---|---|\n| NetA | 0.91 | 0.47 |\n",
        ("5|NetA|Kvasir-SEG||Dice|0.91|1!|+!", "5|NetA|Kvasir-SEG||B-1|0.47||?"),
    ),
    Case(
        "throughput is told by its unit, and has none where none is printed",
        "a.md",
        "# HumanEval\n\n| Model | pass@k | Throughput (tok/s) | Throughput |\n|---|---|---|---|\n| NetA | 47.1 | 300 | 10 |\n",
        (
            "5|NetA|HumanEval||pass@k|47.1|%!|+!",
            "5|NetA|HumanEval||tok/s|300|token-per-second|+!",
            "5|NetA|HumanEval||Throughput|10||+!",
        ),
    ),
)
