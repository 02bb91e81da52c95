"""The trained encoder as an ONNX file in eight-bit whole numbers; the heads stay as they are."""

import contextlib
import io
import tempfile
from pathlib import Path
from typing import Any


def export(learner: Any, path: Path) -> None:
    """Write the encoder. Weights per channel with seven bits of range, so that processors with and without wide
    eight-bit instructions give the same."""
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    ids = torch.tensor([[2, 5, 6, 3]])
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        whole, ready = Path(folder) / "whole.onnx", Path(folder) / "ready.onnx"
        torch.onnx.export(
            learner,
            (ids, torch.zeros_like(ids)),
            str(whole),
            dynamo=False,
            input_names=["ids", "kinds"],
            output_names=["logits"],
            dynamic_axes={"ids": {0: "batch", 1: "length"}, "kinds": {0: "batch", 1: "length"}, "logits": {0: "batch"}},
            opset_version=17,
        )
        quant_pre_process(str(whole), str(ready), skip_symbolic_shape=True)
        heads = _heads(ready)
        quantize_dynamic(
            str(ready),
            str(path),
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=heads,
        )


def _heads(path: Path) -> list[str]:
    """The names of the nodes that make the logits."""
    import onnx

    graph = onnx.load(str(path)).graph
    return [node.name for node in graph.node if "/heads/" in node.name]
