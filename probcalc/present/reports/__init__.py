"""What each analysis found as a report, a file for each analysis."""
