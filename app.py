from starlette.middleware import Middleware
from streamlit import config
from streamlit.starlette import App

from probcalc.api.previews import Previews
from probcalc.api.server import Api
from probcalc.web.redirects import Redirects
from probcalc.web.served import main, own_files

if __name__ == "__main__":
    # Streamlit runs this file for each visitor.
    main()
else:
    # `streamlit run` finds the server by this name, and imports it once: with every page, before anybody visits.
    base = (config.get_option("server.baseUrlPath") or "").strip("/")
    api = Api(base=base)
    app = App(
        __file__,
        lifespan=lambda app: api.running(),
        routes=[*own_files(), *api.routes],
        middleware=[
            Middleware(Redirects, base=lambda: base),
            Middleware(Previews, working=api.working, base=base),
        ],
    )
