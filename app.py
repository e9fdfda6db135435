from probcalc.web.main import main

main()
