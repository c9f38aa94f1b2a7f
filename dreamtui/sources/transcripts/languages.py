"""Words by which other languages than English correct, remember, decide and praise.

German, French, Spanish, Portuguese, Russian, Chinese and Japanese, in this order.
"""

import re

from dreamtui.sources.transcripts.topic import word_set

CORRECTS_FIRST = re.compile(
    r"(?:nein|nee|non|não|нет)[,.!:]+\s*\S"
    r"|(?:hör auf|lass das|so nicht|arrête|annule|deja de|deshaz|pare de|desfaz|reverte|откати|верни|не надо)(?!\w)"
    r"|(?:不对|不是|错了|别|不要|不用|違|違う|ちがう|いや、|いいえ)"
)
"""How a sentence begins that corrects."""
CORRECTS = re.compile(
    r"(?<!\w)(?:das (?:ist|war) (?:leider )?(?:falsch|nicht (?:richtig|korrekt|das|so|was))|das stimmt (?:so )?nicht"
    r"|stattdessen|anstatt|statt (?:dessen|der|des|dem|den)|nimm lieber|lieber (?:nicht|ohne)"
    r"|so war das nicht gemeint"
    r"|ich (?:habe|hab|hatte) (?:doch |dir )?gesagt|du (?:solltest|sollst|darfst) (?:nicht|nie|kein\w*)|(?:benutze?"
    r"|verwende?|nimm|nutze?) \S{1,60},? (?:nicht|statt)|(?:benutze?|verwende?|nutze?|mach|ändere?"
    r"|lösche?) (?:das |es "
    r"|bitte )?(?:nicht|nie|kein\w*)|wir (?:benutzen|verwenden|nutzen|nehmen) (?:nie|nicht|kein\w*|immer|nur)"
    r"|(?:warum"
    r"|wieso) (?:nicht|benutzt du|nimmst du|hast du)|wäre es nicht besser|mach (?:das|es) rückgängig|sollte(?:n|st)? "
    r"(?:doch |eher |besser )?(?:nicht|lieber)|(?:c'est|ce n'est) (?:faux|incorrect|pas (?:ça|bon|correct|ce que))"
    r"|pas "
    r"comme ça|n'utilise[sz]? (?:pas|jamais|plus)|utilise[sz]? plutôt|plutôt que|au lieu d[eu']|à la place|je t'(?:ai"
    r"|avais) (?:déjà )?(?:dit|demandé)|tu (?:aurais dû|ne devrais|n'aurais)|il (?:ne )?faut (?:pas|jamais)|pourquoi "
    r"(?:ne pas|tu n'|pas)|on n'(?:utilise|fait|a) (?:pas|jamais)|ne (?:fais|mets|touche|modifie|supprime|commit)s? "
    r"(?:pas|jamais|plus)|ne serait-il pas mieux|ce serait mieux|(?:eso|esto) (?:está|es) (?:mal|incorrecto)|no es "
    r"(?:eso|correcto|así|lo que)|está mal|en (?:vez|lugar) de|no (?:uses|utilices|hagas|toques|cambies|borres|pongas"
    r"|quiero|deberías|debes|debería|usamos)|mejor (?:usa|utiliza|pon|haz)|(?:ya )?te (?:dije|he dicho|pedí)"
    r"|por qué no"
    r"|(?:nunca|siempre|solo) usamos|(?:no )?sería mejor|(?:isso|isto) (?:está|tá|é) (?:errado|incorreto)"
    r"|não é (?:isso"
    r"|assim|o que|correto)|está errado|em vez de|não (?:use|usa|faça|mexa|altere|apague|coloque|quero|deveria|deve"
    r"|usamos)|ao invés de|no lugar d[eoa]|(?:eu )?já (?:te )?(?:disse|falei)|por ?que não|nunca usamos"
    r"|(?:não )?seria "
    r"melhor|неправильно|неверно|это не (?:так|то)|не (?:используй|делай|трогай|меняй|удаляй|пиши|надо|нужно|так)"
    r"|вместо|лучше (?:используй|сделай|возьми|так)|я (?:же )?(?:говорил|сказал|просил)а?|почему (?:бы )?(?:не|ты)"
    r"|мы "
    r"(?:не|никогда|всегда) \w{2,40}|не должн[оаы]?|не должен|ты (?:забыл|пропустил|удалил))(?!\w)|不对|不是这样"
    r"|错了|而不是|不应该"
    r"|我说过|我说的是|为什么不|改用|搞错|弄错|不需要|没有必要|请不要|不要再|别再|别用|撤销|改回|ではなく"
    r"|じゃなくて|じゃなく|しないで|やめて|使わないで|間違(?:って|い)|(?:ほう|方)が(?:いい|良い"
    r"|よい)|元に戻して|と言いました|と言った"
)
"""What corrects wherever it stands in a sentence."""
SOFTLY = re.compile(
    r"(?<!\w)(?:sollten wir|können wir|ich möchte|ich will|je veux|je voudrais|on devrait|peut-on|quiero|deberíamos"
    r"|podemos|quero|deveríamos|хочу|нужно|надо|должно|можно ли)(?!\w)|应该|可以改|我想|我要|能不能|是不是|べき|たい"
)
"""What a wish has, which is a correction only beside something else."""
REMEMBERS_FIRST = re.compile(
    r"(?:bitte )?(?:immer|nie|niemals) \w|(?:toujours|jamais) \w|(?:por favor,? )?(?:siempre|nunca) \w|sempre \w"
    r"|(?:всегда|никогда не) \w|(?:请)?(?:总是|始终|永远|务必|每次)|常に|必ず|いつも|絶対に|毎回"
)
REMEMBERS = re.compile(
    r"(?<!\w)(?:merke? (?:dir|es dir)|denk (?:bitte )?(?:daran|dran)|vergiss nicht|ab (?:jetzt|sofort)|von (?:jetzt"
    r"|nun) an|in zukunft|künftig|achte (?:bitte |immer )?darauf|ich bevorzuge|ich mag (?:es )?lieber|souviens-toi"
    r"|rappelle-toi|retiens|n'oublie[sz]? (?:pas|jamais)|à partir de maintenant|désormais|dorénavant|à l'avenir|je "
    r"préfère|je veux toujours|garde[sz]? (?:à l'esprit|en tête)|recuerda(?: que)?|acuérdate|ten en cuenta|no (?:te "
    r")?olvides|a partir de ahora|de ahora en adelante|en el futuro|prefiero|asegúrate (?:siempre )?de|lembre(?:-se)?"
    r"|lembra (?:de|que)|tenha em mente|não (?:se )?esque[çc][ae]|a partir de agora|de agora em diante|daqui (?:pra"
    r"|para a?) frente|no futuro|prefiro|certifique-se|запомни(?:те)?|помни(?:ть|те)?|имей(?:те)? в виду|учти(?:те)?"
    r"|не забудь(?:те)?|не забывай(?:те)?|с этого момента|впредь|отныне|в будущем|я предпочитаю|мне больше нравится"
    r"|нельзя)(?!\w)|记住|请记得|以后(?:都|不|请|要|别)|从现在开始|从今以后|今后|永远不要|我更?喜欢|我偏好|务必"
    r"|覚えて|忘れないで|今後|これからは|以後|必ず|絶対に"
)
DECIDES = re.compile(
    r"(?<!\w)(?:wir haben (?:uns )?(?:entschieden|beschlossen|geeinigt)|wir bleiben bei|wir nehmen|lass uns \S{1,60} "
    r"nehmen|entscheidung:|(?:on a|nous avons|j'ai) décidé|on (?:part|reste) sur|partons sur|(?:hemos|he) decidido"
    r"|decidimos|vamos con|nos quedamos con|decidi|vamos com|ficamos com|(?:мы )?решили|остановимся на|остаёмся на"
    r"|давайте? (?:возьмём|оставим|использовать))(?!\w)|我们决定|决定(?:用|采用|使用|了)|就用|采用|按.{0,20}方案"
    r"|に(?:しましょう|します|決め)"
    r"|で(?:行きましょう|いきましょう)"
)
PRAISES = re.compile(
    r"(?<!\w)(?:genau so|gefällt mir|(?:das|so) (?:funktioniert|klappt) (?:super|prima|sehr gut|perfekt)|c'est "
    r"exactement ça|j'aime bien|ça marche (?:très bien|parfaitement)|me gusta (?:cómo|el|la|esta?)|así me gusta"
    r"|(?:funciona|quedó) (?:perfecto|perfectamente|muy bien)|gostei (?:de|do|da|como)|ficou (?:ótimo|perfeito|muito "
    r"bom)|именно так|мне нравится|так и надо)(?!\w)|就是这样|这样很好|我喜欢这|做得很好|その調子|とても良い"
    r"|これでいい|完璧です"
)
WORDS = word_set(
    "nein nee non nunca nicht nie niemals kein keine keinen falsch stimmt stattdessen anstatt statt lieber gesagt"
    " annule deja deshaz pare desfaz reverte c'est faux incorrect comme n'utilise n'utilisez lieu d'un dit faut"
    " pourquoi jamais pas mieux eso esto incorrecto vez lugar mejor dije dicho siempre solo isso isto errado"
    " incorreto disse falei que seria wir ich lass warum wieso bitte immer merk merke denk vergiss ab von zukunft"
    " bevorzuge toujours souviens-toi rappelle-toi retiens n'oublie n'oubliez partir l'avenir veux garde gardez"
    " recuerda cuenta olvides adelante futuro prefiero sempre lembre lembre-se lembra mente agora diante frente"
    " prefiro certifique-se haben nehmen bleiben entscheidung decidido decidimos decidi quedamos vamos partons"
    " reste genau das j'aime marche gusta funciona gostei quiero podemos quero peut-on voudrais devrait sollten"
    " mach verwende benutze nutze nimm du sollte usamos usa favor lo klappt super"
)
"""A sentence of ASCII letters that counts in one of these languages holds one of these."""
LETTER = re.compile(r"[À-ɏЀ-ӿ\u3040-\u30ff\u3400-\u9fff]")
"""A letter that English hardly has."""
