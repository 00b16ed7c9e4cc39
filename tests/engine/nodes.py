"""A Ray cluster on this machine."""

from __future__ import annotations

from typing import Any


class Nodes:
    """A Ray cluster for tests: a head without processors, and nodes of one processor each."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 0, "include_dashboard": False}
        self._cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self.address = str(self._cluster.address)
        self.nodes = [self.add(), self.add()]

    def add(self) -> Any:
        return self._cluster.add_node(num_cpus=1)

    def kill(self, node: Any) -> None:
        """End a node with all that runs on it, at once."""
        self.nodes.remove(node)
        self._cluster.remove_node(node, allow_graceful=False)

    def shutdown(self) -> None:
        self._cluster.shutdown()
