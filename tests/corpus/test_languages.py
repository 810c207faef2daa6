"""Language names, and guesses at the language of texts written for this test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import Stemmer

from ilk.corpus.languages import guess_language, language_name, language_names
from ilk.errors import UnknownName

SENTENCES = {
    "arabic": "ذهبت إلى السوق مع أخي في الصباح، ثم رجعنا إلى البيت بعد الظهر لأن الجو كان حارا جدا.",
    "armenian": "Այս գիրքը նոր է, և ես այն կարդացել եմ մեկ օրում, որովհետև նա շատ հետաքրքիր "
    "պատմություն է գրել։",
    "basque": "Etxe hau oso handia da eta bertan bizi dira nire lagunak, baina neguan hotz "
    "egiten du eta ez dago inor.",
    "catalan": "Aquest matí he anat al mercat amb la meva germana perquè volíem comprar "
    "peix, però ja no en quedava.",
    "czech": "Včera jsem byl v knihovně, protože jsem potřeboval knihu o dějinách města, "
    "ale nikdo ji tam neměl.",
    "danish": "Jeg har aldrig set noget så smukt som havet om vinteren, når solen står "
    "lavt og der ikke er nogen vind.",
    "dutch": "Wij hebben gisteren een lange wandeling gemaakt door het bos, maar het "
    "begon al snel te regenen.",
    "english": "The garden behind our house is small, but it has an old apple tree that we "
    "would never cut down.",
    "esperanto": "Mi ne scias, kial la infanoj estas tiel ĝojaj hodiaŭ, sed ili kantas kaj "
    "dancas en la ĝardeno.",
    "estonian": "Ma ei tea, miks see maja on nii vana, aga ta on väga ilus ja siin elavad kõik minu sõbrad.",
    "finnish": "En tiedä, miksi hän ei tullut eilen, mutta minusta se oli hyvä, koska "
    "meillä ei ollut enää ruokaa.",
    "french": "Nous sommes partis très tôt ce matin, parce que la route est longue et que "
    "nous ne voulions pas arriver en retard.",
    "german": "Wir haben gestern einen langen Spaziergang gemacht, obwohl es den ganzen "
    "Tag nicht aufgehört hat zu regnen.",
    "greek": "Το βιβλίο που διάβασα χθες ήταν πολύ ωραίο, αλλά δεν έχω ακόμα καταλάβει "
    "γιατί ο ήρωας έφυγε από το νησί.",
    "hindi": "यह किताब मेरे दोस्त की है और उसने मुझे कल दी थी, लेकिन मैं इसे अभी तक पढ़ नहीं सका।",
    "hungarian": "Tegnap nem voltam otthon, mert a barátommal elmentünk a könyvtárba, de az már zárva volt.",
    "indonesian": "Kami pergi ke pasar dengan ibu saya karena dia ingin membeli ikan yang "
    "segar untuk makan malam.",
    "irish": "Tá an teach seo an-mhór agus tá gairdín álainn taobh thiar de, ach níl aon "
    "duine ina chónaí ann anois.",
    "italian": "Questa mattina siamo andati al mercato perché volevamo comprare del pesce, "
    "ma non ce n'era più.",
    "lithuanian": "Aš nežinau, kodėl jis vakar neatėjo, bet man atrodo, kad jis dar yra "
    "namuose su savo broliu.",
    "nepali": "यो किताब मेरो साथीको हो र उसले मलाई हिजो दियो, तर मैले अहिले सम्म पढेको छैन।",
    "norwegian": "Jeg vet ikke hva han gjorde etter skolen i går, men han fortalte meg noe om "
    "været uten å si mer.",
    "persian": "من دیروز با برادرم به بازار رفتم ولی آنچه را که می‌خواستیم پیدا نکردیم و به خانه برگشتیم.",
    "polish": "Nie wiem, dlaczego on wczoraj nie przyszedł, ale myślę, że jeszcze jest w "
    "domu ze swoim bratem.",
    "portuguese": "Não sei por que ele não veio ontem, mas acho que ainda está em casa com os "
    "irmãos dele e uma amiga.",
    "romanian": "Nu știu de ce nu a venit ieri, dar cred că este încă acasă cu fratele său "
    "și cu prietenii lor.",
    "russian": "Я не знаю, почему он вчера не пришёл, но мне кажется, что он ещё дома со своим братом.",
    "serbian": "Не знам зашто он јуче није дошао, али мислим да је још код куће са својим братом.",
    "spanish": "No sé por qué no vino ayer, pero creo que todavía está en su casa con sus "
    "hermanos y una amiga.",
    "swedish": "Jag vet inte varför han inte kom igår, men vi hade det trevligt hemma och pratade om vädret.",
    "tamil": "இந்த புத்தகம் என் நண்பனின் புத்தகம், ஆனால் அவர் எனக்கு அது வேண்டும் என்று சொன்னபோது கொடுத்தார்.",
    "turkish": "Dün neden gelmediğini bilmiyorum ama sanırım hâlâ evde kardeşi ile birlikte ve çok yorgun.",
    "yiddish": "איך ווייס נישט פאַר וואָס ער איז נעכטן נישט געקומען, אָבער מיר האָבן געהאַט "
    "אַ גוטן טאָג אין דער היים.",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_one_sentence_is_enough(language: str) -> None:
    assert guess_language([SENTENCES[language]]) == language


def test_every_guess_has_its_sentence() -> None:
    assert set(language_names()) - set(SENTENCES) == {"none", "porter", "dutch_porter", "sesotho"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "heat transfer in slip flow",
        "12 344 12.5 88 1 2 3 4 99 100 3.14 7 8 9 10 11 12",
        "xqzw plorf gnee trubble zzk wop qrt asdf jkl qwe rty uio pfg hjk vbn mno xcv tyu ghj",
        "我不知道他昨天为什么没有来，但我觉得他还在家里和他的弟弟在一起。",
        "彼が昨日なぜ来なかったのか分かりませんが、まだ弟と家にいると思います。",
        "그가 어제 왜 오지 않았는지 모르겠지만 아직 동생과 함께 집에 있는 것 같다.",
        "ฉันไม่รู้ว่าทำไมเขาไม่มาเมื่อวานนี้ แต่ฉันคิดว่าเขายังอยู่บ้านกับน้องชาย",
    ],
)
def test_no_guess_where_nothing_convinces(text: str) -> None:
    assert guess_language([text]) == "none"


@pytest.mark.parametrize(
    "text",
    [
        "Я не знаю, чому він учора не прийшов, але мені здається, що він ще вдома зі своїм братом.",
        "Не знам защо той не дойде вчера, но мисля, че още е вкъщи с брат си и с приятелите си.",
        "Neviem, prečo včera neprišiel, ale myslím, že je ešte doma so svojím bratom a s priateľmi.",
        "Tôi không biết tại sao hôm qua anh ấy không đến, nhưng tôi nghĩ anh ấy vẫn ở nhà với em trai.",
        "אני לא יודע למה הוא לא בא אתמול, אבל אני חושב שהוא עדיין בבית עם אחיו.",
    ],
    ids=["ukrainian", "bulgarian", "slovak", "vietnamese", "hebrew"],
)
def test_a_language_without_stemmer_is_not_taken_for_its_neighbour(text: str) -> None:
    assert guess_language([text]) == "none"


def test_headlines_have_few_function_words_but_many_make_up_for_it() -> None:
    headlines = "Steel shares slip, grain deal holds, copper output rises because market waits."
    assert guess_language([headlines]) == "none"
    assert guess_language([headlines] * 20) == "english"


def test_only_the_beginning_is_read() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield SENTENCES["french"]

    assert guess_language(endless()) == "french"


def test_names_and_codes() -> None:
    assert set(language_names()) == {*Stemmer.algorithms(), "none"}
    assert language_name("German") == language_name("de") == "german"
    assert language_name("nl") == "dutch"
    assert language_name("EN") == "english"
    assert language_name("porter") == "porter"
    assert language_name(" none ") == "none"


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UnknownName, match="there is no language 'finish'; did you mean 'finnish'"):
        language_name("finish")
