"""Words by which other languages than English correct, remember, decide and praise.

German, French, Spanish, Portuguese, Russian, Chinese and Japanese, in this order.
"""

import re

CORRECTS_FIRST = re.compile(
    r"(?:nein|nee|non|não|нет)[,.!:]+\s*\S"
    r"|(?:hör auf|lass das|so nicht|arrête|annule|deja de|deshaz|pare de|desfaz|reverte|откати|верни|не надо)(?!\w)"
    r"|(?:不对|不是|错了|别|不要|不用|違|違う|ちがう|いや、|いいえ)"
)
"""How a sentence begins that corrects."""
CORRECTS = re.compile(
    r"(?<!\w)(?:"
    r"das (?:ist|war) (?:leider )?(?:falsch|nicht (?:richtig|korrekt|das|so|was))|das stimmt (?:so )?nicht|stattdessen"
    r"|anstatt|statt (?:dessen|der|des|dem|den)|nimm lieber|lieber (?:nicht|ohne)|so war das nicht gemeint"
    r"|ich (?:habe|hab|hatte) (?:doch |dir )?gesagt|du (?:solltest|sollst|darfst) (?:nicht|nie|kein\w*)"
    r"|(?:benutze?|verwende?|nimm|nutze?) \S{1,60},? (?:nicht|statt)|(?:benutze?|verwende?|nutze?|mach|ändere?|lösche?)"
    r" (?:das |es |bitte )?(?:nicht|nie|kein\w*)|wir (?:benutzen|verwenden|nutzen|nehmen) (?:nie|nicht|kein\w*|immer"
    r"|nur)"
    r"|(?:warum|wieso) (?:nicht|benutzt du|nimmst du|hast du)|wäre es nicht besser|mach (?:das|es) rückgängig"
    r"|sollte(?:n|st)? (?:doch |eher |besser )?(?:nicht|lieber)"
    r"|(?:c'est|ce n'est) (?:faux|incorrect|pas (?:ça|bon|correct|ce que))|pas comme ça|n'utilise[sz]? (?:pas|jamais"
    r"|plus)"
    r"|utilise[sz]? plutôt|plutôt que|au lieu d[eu']|à la place|je t'(?:ai|avais) (?:déjà )?(?:dit|demandé)"
    r"|tu (?:aurais dû|ne devrais|n'aurais)|il (?:ne )?faut (?:pas|jamais)|pourquoi (?:ne pas|tu n'|pas)"
    r"|on n'(?:utilise|fait|a) (?:pas|jamais)|ne (?:fais|mets|touche|modifie|supprime|commit)s? (?:pas|jamais|plus)"
    r"|ne serait-il pas mieux|ce serait mieux"
    r"|(?:eso|esto) (?:está|es) (?:mal|incorrecto)|no es (?:eso|correcto|así|lo que)|está mal|en (?:vez|lugar) de"
    r"|no (?:uses|utilices|hagas|toques|cambies|borres|pongas|quiero|deberías|debes|debería|usamos)"
    r"|mejor (?:usa|utiliza|pon|haz)|(?:ya )?te (?:dije|he dicho|pedí)|por qué no|(?:nunca|siempre|solo) usamos"
    r"|(?:no )?sería mejor"
    r"|(?:isso|isto) (?:está|tá|é) (?:errado|incorreto)|não é (?:isso|assim|o que|correto)|está errado|em vez de"
    r"|não (?:use|usa|faça|mexa|altere|apague|coloque|quero|deveria|deve|usamos)|ao invés de|no lugar d[eoa]"
    r"|(?:eu )?já (?:te )?(?:disse|falei)|por ?que não|nunca usamos|(?:não )?seria melhor"
    r"|неправильно|неверно|это не (?:так|то)|не (?:используй|делай|трогай|меняй|удаляй|пиши|надо|нужно|так)|вместо"
    r"|лучше (?:используй|сделай|возьми|так)|я (?:же )?(?:говорил|сказал|просил)а?|почему (?:бы )?(?:не|ты)"
    r"|мы (?:не|никогда|всегда) \w{2,40}|не должн[оаы]?|не должен|ты (?:забыл|пропустил|удалил)"
    r")(?!\w)"
    r"|不对|不是这样|错了|而不是|不应该|我说过|我说的是|为什么不|改用|搞错|弄错|不需要|没有必要|请不要|不要再|别再|别用|撤销|改回"
    r"|ではなく|じゃなくて|じゃなく|しないで|やめて|使わないで|間違(?:って|い)|(?:ほう|方)が(?:いい|良い|よい)|元に戻して|と言いました|と言った"
)
"""What corrects wherever it stands in a sentence."""
SOFTLY = re.compile(
    r"(?<!\w)(?:sollten wir|können wir|ich möchte|ich will|je veux|je voudrais|on devrait|peut-on|quiero|deberíamos"
    r"|podemos"
    r"|quero|deveríamos|хочу|нужно|надо|должно|можно ли)(?!\w)|应该|可以改|我想|我要|能不能|是不是|べき|たい"
)
"""What a wish has, which is a correction only beside something else."""
REMEMBERS_FIRST = re.compile(
    r"(?:bitte )?(?:immer|nie|niemals) \w|(?:toujours|jamais) \w|(?:por favor,? )?(?:siempre|nunca) \w|sempre \w"
    r"|(?:всегда|никогда не) \w|(?:请)?(?:总是|始终|永远|务必|每次)|常に|必ず|いつも|絶対に|毎回"
)
REMEMBERS = re.compile(
    r"(?<!\w)(?:"
    r"merke? (?:dir|es dir)|denk (?:bitte )?(?:daran|dran)|vergiss nicht|ab (?:jetzt|sofort)|von (?:jetzt|nun) an"
    r"|in zukunft|künftig|achte (?:bitte |immer )?darauf|ich bevorzuge|ich mag (?:es )?lieber"
    r"|souviens-toi|rappelle-toi|retiens|n'oublie[sz]? (?:pas|jamais)|à partir de maintenant|désormais|dorénavant"
    r"|à l'avenir|je préfère|je veux toujours|garde[sz]? (?:à l'esprit|en tête)"
    r"|recuerda(?: que)?|acuérdate|ten en cuenta|no (?:te )?olvides|a partir de ahora|de ahora en adelante"
    r"|en el futuro|prefiero|asegúrate (?:siempre )?de"
    r"|lembre(?:-se)?|lembra (?:de|que)|tenha em mente|não (?:se )?esque[çc][ae]|a partir de agora"
    r"|de agora em diante|daqui (?:pra|para a?) frente|no futuro|prefiro|certifique-se"
    r"|запомни(?:те)?|помни(?:ть|те)?|имей(?:те)? в виду|учти(?:те)?|не забудь(?:те)?|не забывай(?:те)?"
    r"|с этого момента|впредь|отныне|в будущем|я предпочитаю|мне больше нравится|нельзя"
    r")(?!\w)"
    r"|记住|请记得|以后(?:都|不|请|要|别)|从现在开始|从今以后|今后|永远不要|我更?喜欢|我偏好|务必"
    r"|覚えて|忘れないで|今後|これからは|以後|必ず|絶対に"
)
DECIDES = re.compile(
    r"(?<!\w)(?:"
    r"wir haben (?:uns )?(?:entschieden|beschlossen|geeinigt)|wir bleiben bei|wir nehmen|lass uns \S{1,60} nehmen"
    r"|entscheidung:|(?:on a|nous avons|j'ai) décidé|on (?:part|reste) sur|partons sur"
    r"|(?:hemos|he) decidido|decidimos|vamos con|nos quedamos con|decidi|vamos com|ficamos com"
    r"|(?:мы )?решили|остановимся на|остаёмся на|давайте? (?:возьмём|оставим|использовать)"
    r")(?!\w)"
    r"|我们决定|决定(?:用|采用|使用|了)|就用|采用|按.{0,20}方案|に(?:しましょう|します|決め)|で(?:行きましょう|いきましょう)"
)
PRAISES = re.compile(
    r"(?<!\w)(?:"
    r"genau so|gefällt mir|(?:das|so) (?:funktioniert|klappt) (?:super|prima|sehr gut|perfekt)"
    r"|c'est exactement ça|j'aime bien|ça marche (?:très bien|parfaitement)"
    r"|me gusta (?:cómo|el|la|esta?)|así me gusta|(?:funciona|quedó) (?:perfecto|perfectamente|muy bien)"
    r"|gostei (?:de|do|da|como)|ficou (?:ótimo|perfeito|muito bom)|именно так|мне нравится|так и надо"
    r")(?!\w)"
    r"|就是这样|这样很好|我喜欢这|做得很好|その調子|とても良い|これでいい|完璧です"
)
