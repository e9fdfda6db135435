from probcalc.web.served import main

main()
