"""How alike statements are: scorers, joins over many, clusters."""
