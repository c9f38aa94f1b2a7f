"""What agents are served over the Model Context Protocol: to propose, to search, to recall. It can decide nothing."""
