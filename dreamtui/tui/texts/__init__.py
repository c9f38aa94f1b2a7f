"""What the screens say: data of the desk as rows and lines, without widgets, so that it is tested alone."""
