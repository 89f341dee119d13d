"""Values in running text: numbers, units, dates and names, as spans. Pure; no locale, no clock."""
