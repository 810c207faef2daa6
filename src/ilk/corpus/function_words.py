"""Our own words for stop lists: function words that the collected lists lack, nouns that they swallow."""

from __future__ import annotations

ADDED = {
    # What is left of don't, we'll, I've once the apostrophe has split them.
    "english": """
        aren couldn didn doesn don hadn hasn haven isn ll mustn needn shouldn ve wasn weren wouldn""",
    "armenian": """
        ամեն այնտեղ այստեղ առանց բայց բոլոր եթե երբ ինչ ինչպես իրենց կա կան կար ձեր մեր միայն մինչև մոտ
        նրան շատ ով որտեղ չէ չի քան""",
    "estonian": """
        ainult alla ehk enam enne iga ikka ilma juba juures järgi ka kaks kes koos kuhu kui kuid kuidas
        kuna kuni kus kust läbi meie miks millal mille millest mina mitte mõni need neid neil nemad
        nende ning nüüd oleks olid olla peab peale poolt pärast rohkem saab saada seal sest siia sina
        sind sinna sinu su tal talle teda teie tema tuleb vaid vastu veel väga välja või võib ühe üks
        üle""",
    "greek": """
        ένα έναν ένας έξω έτσι έχει έχεις έχετε έχουμε έχουν έχω ή ήδη ήμουν ήταν ακόμα ακόμη αλλά αν
        αντί από αυτά αυτές αυτή αυτήν αυτής αυτοί αυτού αυτούς αυτό αυτόν αυτός αυτών αφού για γιατί δε
        δεν διά είμαι είμαστε είναι είσαι είστε είτε είχα είχαμε είχαν είχε εγώ εδώ εκεί εκείνη εκείνο
        εκείνοι εκείνος εμείς ενώ επί επίσης επειδή εσείς εσύ η θα κάθε κάποια κάποιο κάποιοι κάποιος
        κάτι κάτω καθώς και κατά κι λοιπόν μέσα μέχρι μήτε μία μας με μετά μεταξύ μη μην μια μου μπορεί
        μόνο να ναι ο οι οποία οποίας οποίες οποίο οποίοι οποίος οποίου οποίων ούτε πάνω πάρα παρά περί
        πιο ποια ποιο ποιοι ποιος πολύ που πού πρέπει πριν προς πως πώς σας σε σου στα στη στην στις στο
        στον στους τα την της τι τις το τον του τους των τότε τώρα υπό χωρίς ως όλα όλες όλη όλο όλοι
        όλων όμως όποιος όπου όπως όσα όσο όσοι όταν ότι όχι ώστε""",
    "irish": "ach acu agat aige ann bhfuil bhí eile féin nuair níl orm raibh seo sin tá uirthi",
    "nepali": """
        अघि अनि अब अरू अहिले आफू आफ्नो उनको उनले उनी उहाँ एक एवं कसरी कहाँ कहिले का किन की कुन कुनै के
        केही को गरी गरेको गर्छ गर्छन् गर्दै गर्न गर्ने छ छन् छैन छैनन् जसले जुन जो त तथा तपाईं तर तिमी
        तिम्रो त्यस त्यसको त्यहाँ त्यो थिए थिएन थियो दुई देखि धेरै नै पछि पनि फेरि बाट भएका भएको भने
        भन्ने भयो म मा मात्र मेरो यदि यस यसको यसले यहाँ यो र लाई लागि ले वा सँग सबै सम्म हामी हाम्रो
        हुँदै हुन हुने हुन्छ हो""",
    "serbian": """
        i u je da se na za od su sa ne što koji koja koje kao ali iz do ili to ovo taj ta ti te ga joj
        mu im ih nas vas nam vam mi vi on ona ono oni one ja sam si smo ste bio bila bilo bili biti će
        ću ćeš ćemo ćete bi li kad kada gde kako zašto jer ako dok već još samo svi sve sva svoj svoje
        moj tvoj njegov njen naš vaš njihov po pri pod nad pred između kroz bez nije nisu nego ni niti
        pa tako onda tu ovaj ova neki neka sebe и у је да се на за од су са не што који која које као
        али из до или то ово тај та ти те га јој му им их нас вас нам вам ми ви он она оно они оне ја
        сам си смо сте био била било били бити ће ћу ћеш ћемо ћете би ли кад када где како зашто јер ако
        док већ још само сви све сва свој своје мој твој његов њен наш ваш њихов по при под над пред
        између кроз без није нису него ни нити па тако онда ту овај ова неки нека себе""",
    "sesotho": "ao empa eo feela haeba jwalo kapa lona mme nna rona teng tseo wa wena ya yena yona",
    "tamil": """
        அங்கே அதன் அது அதை அந்த அனைத்து அப்போது அல்லது அவன் அவரது அவர் அவர்கள் அவள் அவை ஆகிய ஆகும் ஆனால்
        இங்கே இதன் இது இதை இந்த இப்போது இருக்கிறது இருக்கும் இருந்த இருந்தது இருந்து இல்லை இவர் இவை
        உங்கள் உன் உள்ள உள்ளது உள்ளன எங்கள் எங்கே எந்த என எனக்கு எனவே என் என்ன என்பது என்ற என்று என்றும்
        எப்படி எல்லா ஏன் ஒரு கூட கொண்ட கொண்டு சில செய்த செய்து தனது தன் தான் நாங்கள் நான் நாம் நீ
        நீங்கள் பற்றி பல பின்னர் பிறகு போது போன்ற போல மட்டும் மற்றும் மிக மிகவும் முன் மூலம் மேலும் யார்
        வந்து வரை விட வேண்டும்""",
    "yiddish": """
        אַ אַז אַזוי אַלע אַלץ אַן אָבער אָדער אבער אדער אויב אויך אויף און אונדז אונדזער אונטער אז אזוי
        איבער איז איך אים אין אינעם איצט איר ביז ביי בלויז בײַ געווען דאַרף דאָ דאָך דאָס דאָרט דאס דו
        דורך די דיך דעם דער דײַן האָב האָבן האָט האבן האט וואָלט וואָס וואו וואס וווּ ווי ווידער ווייל
        וועט וועל וועלן ווען ווער ווײַל זאָל זי זיי זייער זיך זענען זײַן זײַנען יעדער מוז מיט מיין מיך
        מיר מען מײַן נאָך נאָר נאך נאר ניט נישט עס ער פֿאַר פֿון פֿונעם פאַר פאר פון צו צווישן צום קיין
        קעגן קען קענען שוין""",
}
"""Function words of a language, added to what the collected list gives, if it gives any."""

SEARCHED = {
    "arabic": """
        أب أخ اطار اعادة الذاتي الوقت اليوم ايار ايام برس زيارة سنة سنوات شخصا صباح صفر عام عاما عين قوة
        لقاء للامم لوكالة مايو مساء مليار مليون نهاية يوم""",
    "czech": """
        clanek clanku clanky den design email strana tema tipy téma večer zpravy zprávy článek článku
        články""",
    "danish": "far mand",
    "english": """
        amount bill bottom call cry describe detail empty fill find fire front interest mill move name
        serious show side sincere system thick thin top""",
    "finnish": "aika aikaa aikaan ajan apu avun kukka olli vuoden vuosi vuosien vuosina vuotta",
    "french": """
        bas bat dos droite début essai force gens haut mince mine mot multiple multiples naturel
        naturelle naturelles ore ouvert ouverte ouverts pan parole personne personnes pièce quanta rare
        rares retour sein stop sujet valeur vif vifs vive vives voie état""",
    "german": """
        ag ende ernst gott jahr jahre jahren leide mahn mann mensch menschen mittel morgen ordnung recht
        rechte rechten rechter rechtes rund sache startseite suche tag tage tagen teil tritt uhr wissen
        zeit""",
    "hindi": "घर वर्ग",
    "hungarian": """
        búcsú cikk cikkek cikkeket lehetőség napot urak uram urat év évben éve évek éves évi évvel úr""",
    "indonesian": """
        akhir awal bapak bekerja besar bulan hari ibu jawab jawaban jumlah kasus keadaan kecil luar
        masalah panjang penting persoalan pertanyaan pihak rasa tahun tempat tinggi umum waktu""",
    "italian": """
        anni anno ansa cima citta città comprare conclusione consiglio forza futuro generale gente
        giorni giorno gruppo luogo mesi miliardi milioni mondo nome ore paese persone piedi posto press
        promesso registrazione scola tempo titolo uomo vita""",
    "norwegian": "arbeid folk lang makt måte navn punkt slutt start tid tilstand verdi",
    "persian": """
        آباد اعلام امور بخش جريان جریان جناح حق خدمات راه روز روزانه روزهاي زمان زمینه شناسي عمل فكر
        مردم ميليارد ميليون نام وضع گروهي""",
    "polish": "kierunku lat pan pana pani roku",
    "portuguese": """
        ano anos apoio caminho coisa conselho corrente desligado dia direita estado exemplo favor final
        forma geral grupo hora horas ligado local lugar maioria meses mês noite nome nível número obra
        pessoas ponto pontos posição povo questão relação sistema tempo tipo trabalhar trabalho valor
        verdade verdadeiro viagem área""",
    "romanian": "acord bucur frumos halbă noroc spate timp vreme",
    "russian": """
        белый вечер взгляд вода война вопрос глаз голова голос город дверь дело день деньги дом дорога
        друг душа жена женщина жизнь жить земля имя книга комната лицо любить люди мать машина место
        миллионов минута мир мира мор москва народ нога ночь окно отец писать плечо пол правда процентов
        путь работа работать ребенок россия рука русский свет сила слово советский стол сторона страна
        товарищ улица утро час человек""",
    "spanish": """
        acuerdo conocer dia dias día días ejemplo empleais emplean emplear empleas empleo estado estados
        fin final general horas lugar pais paìs sal tiempo total trabaja trabajais trabajamos trabajan
        trabajar trabajas trabajo uso valor verdad""",
    "swedish": "beslut beslutat beslutit dag dagar dagarna dagen nummer",
    "turkish": "iş kaynak",
}
"""Words that a collected list counts as stop words although people search for them."""
