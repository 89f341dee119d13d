"""Pages shown in place of the page asked for."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ascertain.adapters.readers.reading import read_document
from ascertain.evidence.document import Document, TextRange
from ascertain.sources.walls import needs_script, teaser_note, wall_reason
from document_files import page

SENTENCE = "The harbour master counted seventeen boats that morning and wrote them in his book. "
MENU = "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(12))
BOT, SCRIPT, REFUSED, MISSING, LOG_IN, COOKIES = (
    "bot check",
    "run scripts",
    "refuses access",
    "no such page",
    "log in or pay",
    "about cookies",
)


def _read(body: str, head: str = "") -> Document:
    return read_document(page(body, head))


def _shown(title: str, *paragraphs: str) -> Document:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    body = f"<header><ul>{MENU}</ul></header><main>{text}</main><footer>Imprint</footer>"
    return _read(body, f"<title>{title}</title>")


@pytest.mark.parametrize(
    ("title", "text", "words"),
    [
        ("Just a moment...", "example.org needs to review the security of your connection.", BOT),
        ("example.org", "Verify you are human by completing the action below.", BOT),
        ("Attention Required! | Cloudflare", "Sorry, please go on.", BOT),
        ("News", "Bestätigen Sie bitte, dass Sie ein Mensch sind.", BOT),
        ("Actualités", "Vérifiez que vous êtes humain.", BOT),
        ("Noticias", "Verifique que es un ser humano para continuar.", BOT),
        ("新闻", "为了继续访问,请完成安全验证,确认您是真人。", BOT),
        ("ニュース", "続行するには、人間であることを確認してください。", BOT),
        ("Новости", "Подтвердите, что вы не робот, и продолжите.", BOT),
        ("أخبار", "يرجى التحقق من أنك إنسان للمتابعة.", BOT),
        ("App", "Please enable JavaScript in your browser to use this site.", SCRIPT),
        ("App", "Bitte aktivieren Sie JavaScript in Ihrem Browser.", SCRIPT),
        ("App", "Veuillez activer JavaScript dans votre navigateur.", SCRIPT),
        ("App", "Por favor, habilite JavaScript en su navegador.", SCRIPT),
        ("应用", "请启用JavaScript后继续浏览。", SCRIPT),
        ("アプリ", "JavaScriptを有効にしてください。", SCRIPT),
        ("Приложение", "Пожалуйста, включите JavaScript в браузере.", SCRIPT),
        ("تطبيق", "يرجى تفعيل JavaScript في متصفحك.", SCRIPT),
        ("Access Denied", "Reference #18.2d2f1. Please contact the site.", REFUSED),
        ("Shop", "You don’t have permission to access this resource.", REFUSED),
        ("Laden", "Ihr Zugriff verweigert: der Zugriff wurde verweigert.", REFUSED),
        ("Boutique", "Cette page n'est pas disponible dans votre pays.", REFUSED),
        ("Tienda", "Acceso denegado a esta página.", REFUSED),
        ("商店", "您没有权限访问此页面。", REFUSED),
        ("店", "このページへのアクセスが拒否されました。", REFUSED),
        ("Магазин", "Доступ запрещён администратором.", REFUSED),
        ("متجر", "تم رفض الوصول إلى هذه الصفحة.", REFUSED),
        ("Page not found - Example", "Try one of the sections above.", MISSING),
        ("Example", "Sorry, the page you are looking for has moved or is gone.", MISSING),
        ("Beispiel", "Die gesuchte Seite gibt es nicht (mehr).", MISSING),
        ("Exemple", "La page que vous recherchez est introuvable.", MISSING),
        ("Ejemplo", "Lo sentimos: página no encontrada.", MISSING),
        ("例子", "抱歉,您访问的页面不存在。", MISSING),
        ("例", "お探しのページが見つかりませんでした。指定されたページはありません。", MISSING),
        ("Пример", "Запрашиваемая страница не найдена.", MISSING),
        ("مثال", "عذرا، الصفحة المطلوبة غير متوفرة.", MISSING),
        ("Log in | Example", "Password", LOG_IN),
        ("The story", "Subscribe to continue reading. Already a subscriber? Sign in.", LOG_IN),
        ("Der Bericht", "Jetzt weiterlesen mit einem Abo. Sie haben bereits ein Abo?", LOG_IN),
        ("Le récit", "La suite de cet article est réservée aux abonnés.", LOG_IN),
        ("La historia", "Inicia sesión para seguir leyendo.", LOG_IN),
        ("报道", "请登录后查看全文。", LOG_IN),
        ("記事", "この記事は有料会員限定です。ログインしてお読みください。", LOG_IN),
        ("Статья", "Оформите подписку, чтобы продолжить чтение.", LOG_IN),
        ("مقال", "اشترك لمتابعة القراءة أو سجل الدخول.", LOG_IN),
        ("Example", "We and our 842 partners use cookies. Accept all", COOKIES),
        ("Beispiel", "Wir verwenden Cookies. Alle akzeptieren", COOKIES),
        ("Exemple", "Nous utilisons des cookies. Tout accepter", COOKIES),
        ("Ejemplo", "Utilizamos cookies propias. Aceptar todo", COOKIES),
        ("例子", "我们使用cookie。接受全部", COOKIES),
        ("例", "当サイトではCookieを使用しています。すべて同意", COOKIES),
        ("Пример", "Мы используем файлы cookie. Принять все", COOKIES),
        ("مثال", "نستخدم ملفات تعريف الارتباط. قبول الكل", COOKIES),
    ],
)
def test_a_wall_is_known_by_its_words(title: str, text: str, words: str) -> None:
    document = _shown(title, text)
    reason = wall_reason(document, size_bytes=3_000)
    assert reason is not None
    assert words in reason
    article = _shown(title.partition(" ")[0] or "x", text, *[SENTENCE * 3] * 6)
    assert wall_reason(article, size_bytes=30_000) is None


def test_a_long_consent_text_is_still_a_wall() -> None:
    legal = (
        "Our partners store personal data such as device identifiers for advertising purposes and"
        " you may object where legitimate interest is used, in the privacy policy. "
    )
    document = _shown("Example News", legal * 3, legal * 4, "Accept all", "Reject all")
    reason = wall_reason(document, size_bytes=9_000)
    assert reason is not None
    assert COOKIES in reason


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (
            "How cookie banners came about",
            "A cookie banner asks for consent before a cookie is stored. The law on privacy asks"
            " for it, and the button that says accept all is larger than the one beside it. ",
        ),
        (
            "Why newspapers have paywalls",
            "Readers meet the words subscribe to continue reading on most papers by now. A study"
            " counted them, and found that half of those who see them leave the page at once. ",
        ),
        (
            "The captcha turns twenty",
            "Please verify you are human: the words were new when the first captcha was put to"
            " use. Robots have learnt since to read crooked letters better than people do. ",
        ),
        (
            "Error 404: the story of a number",
            "Page not found is the most read sentence of the web. It goes back to a laboratory"
            " whose fourth floor had no room of that number, or so the legend says. ",
        ),
        (
            "为什么网站使用cookie",
            "许多网站在访问时会提示我们使用cookie,并要求用户同意。研究者统计了上千个网站的提示,"
            "发现接受全部的按钮总是更大更显眼,而拒绝的按钮往往隐藏在第二页。",
        ),
    ],
)
def test_an_article_about_walls_is_an_article(title: str, text: str) -> None:
    document = _shown(title, *[text * 3] * 5)
    assert wall_reason(document, size_bytes=40_000) is None


def test_a_short_item_under_a_banner_is_an_item() -> None:
    banner = "<div id=banner><p>We use cookies. Accept all</p></div>"
    document = _read(f"{banner}<article><h1>Boats counted</h1><p>{SENTENCE * 5}</p></article>")
    assert wall_reason(document, size_bytes=5_000) is None


def test_a_table_under_a_banner_is_no_wall() -> None:
    rows = "".join(f"<tr><td>Harbour {n}</td><td>{n * 17} boats</td></tr>" for n in range(80))
    document = _read(f"<p>We use cookies. Accept all</p><main><table>{rows}</table></main>")
    assert wall_reason(document, size_bytes=9_000) is None


def test_a_page_of_many_lines_is_no_wall() -> None:
    document = _read("".join(f"<p>Page not found {n}</p>" for n in range(2_100)))
    assert wall_reason(document, size_bytes=90_000) is None


def test_a_large_page_with_hardly_a_word_is_a_shell() -> None:
    document = _read("<div>Loading</div>")
    assert "312 kB large but shows only 7 characters" in (
        wall_reason(document, size_bytes=312_000) or ""
    )
    assert wall_reason(document, size_bytes=900) is None


def test_other_kinds_of_document_have_other_walls() -> None:
    form = "Please wait...\nIf this message is not eventually replaced by the proper contents of\n"
    text = form + "the document, your PDF viewer may not be able to display this type of document."
    document = _plain_document(text, "application/pdf")
    assert "Adobe" in (wall_reason(document, size_bytes=50_000) or "")
    login = _plain_document("Please log in to continue.", "application/pdf")
    assert wall_reason(login, size_bytes=50_000) is None
    assert teaser_note(login) is None
    assert not needs_script(login, b"<script>")
    assert LOG_IN in (
        wall_reason(_plain_document("Please log in to continue.", "text/plain"), size_bytes=30)
        or ""
    )


def _plain_document(text: str, media_type: str) -> Document:
    return Document(text=text, media_type=media_type, reader="x", reader_version="1")


@pytest.mark.parametrize(
    "end",
    [
        "To continue reading, subscribe now.",
        "Jetzt weiterlesen mit Beispiel+",
        "Il vous reste 80% de cet article à lire.",
        "Contenido exclusivo para suscriptores",
        "登录后查看全文",
        "この記事は有料会員限定です。残り1200文字（全文1500文字）",
        "Чтобы продолжить чтение, оформите подписку",
        "هذا المقال للمشتركين فقط",
    ],
)
def test_a_teaser_is_text_with_a_note(end: str) -> None:
    document = _shown("The harbour", SENTENCE * 3, SENTENCE * 2, SENTENCE * 2, end)
    assert wall_reason(document, size_bytes=20_000) is None
    assert "behind a log-in or payment wall" in (teaser_note(document) or "")


def test_a_whole_article_has_no_such_note() -> None:
    offer = "To continue reading, subscribe now."
    assert teaser_note(_shown("The harbour", *[SENTENCE * 3] * 4)) is None
    assert teaser_note(_shown("The harbour", offer, *[SENTENCE * 3] * 4)) is None
    long = [f"On day {n} it rained. {SENTENCE * 4}" for n in range(40)]
    assert teaser_note(_shown("The harbour", *long, offer)) is None
    assert teaser_note(_shown("Short", offer)) is None
    assert teaser_note(_shown("List", *[f"Harbour {n}: {n * 17} boats" for n in range(40)])) is None


@pytest.mark.parametrize(
    "raw",
    [
        "<body><p>Loading</p><div id='root'></div><script src=/a.js></script>",
        "<body><p>Loading</p><app-root></app-root><script src=/a.js></script>",
        "<body><p>Loading</p><script>window.__INITIAL_STATE__={}</script>",
        "<body><p>x</p><script></script><noscript>Please enable JavaScript</noscript>",
        "<body><p>x</p><script></script><NOSCRIPT>Bitte JavaScript aktivieren</NOSCRIPT>",
        "<body><p>Please enable JavaScript.</p><script src=/a.js></script>",
        "<body><p>Just a moment</p><p>Verify you are human</p><script></script>",
        "<body><p>Few words</p><script>" + "var a = 1;" * 4_000 + "</script>",
    ],
)
def test_a_page_made_by_a_script_needs_one(raw: str) -> None:
    data = f"<!doctype html><html><meta charset=utf-8>{raw}</body></html>".encode()
    assert needs_script(read_document(data), data)


@pytest.mark.parametrize(
    "raw",
    [
        "<body><p>A short page without a script, as people write them.</p>",
        "<body><p>A short page that counts its readers.</p><script>count()</script>",
        "<body><p>x</p><script></script><noscript><img src=/pixel></noscript>",
        f"<body><div id=root><article><p>{SENTENCE * 6}</p></article></div><script></script>",
    ],
)
def test_a_page_that_says_enough_needs_no_script(raw: str) -> None:
    data = f"<!doctype html><html><meta charset=utf-8>{raw}</body></html>".encode()
    assert not needs_script(read_document(data), data)


def test_what_is_main_decides_how_much_there_is() -> None:
    text = f"Loading\n\n{SENTENCE * 6}"
    raw = b"<div id=root></div><script></script>"
    document = Document(
        text=text,
        media_type="text/html",
        main=(TextRange(start=0, end=7),),
        reader="x",
        reader_version="1",
    )
    assert needs_script(document, raw)
    whole = document.model_copy(update={"main": (TextRange(start=0, end=len(text)),)})
    assert not needs_script(whole, raw)


@pytest.mark.data
def test_hardly_any_real_article_is_taken_for_a_wall(data: Path) -> None:
    pages = sorted((data / "articles" / "html").glob("*.html.gz"))
    assert pages
    raws = [gzip.decompress(path.read_bytes()) for path in pages]
    documents = [(read_document(raw, declared="text/html"), raw) for raw in raws]
    alarms = [d.title for d, raw in documents if wall_reason(d, size_bytes=len(raw)) is not None]
    scripted = [d.title for d, raw in documents if needs_script(d, raw)]
    assert len(alarms) <= len(pages) // 100
    assert len(scripted) <= len(pages) // 100
