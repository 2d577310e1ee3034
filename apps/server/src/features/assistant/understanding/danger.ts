import { affirmed, clausesOf } from './clauses.ts'

/** Danger is heard by what it is about, not by set phrases: a part of the body and a sign, blood and how much, poison and that it was taken. */
const both =
  (one: RegExp, other: RegExp) =>
  (text: string): boolean =>
    one.test(text) && other.test(text)

const OF_THE_CHEST = /\b(peito|coracao|torax)\b/
const HURTS =
  /\b(dor|dores|doi|doendo|doeu|apert\w+|pontadas?|queimando|queimacao|pressao|formig\w+|dormente|disparado)\b(?! (no peito |no coracao )?de (saudades?|alegria|emocao|amor|felicidade))/
const OF_THE_AIRWAY = /\b(garganta|lingua|rosto|boca|labios?|pescoco|glote)\b/
const SWELLS = /\binch\w+\b|\b(garganta|glote)\b.{0,15}\bfech\w+\b/
/** A cheek that is swollen by a tooth is no throat that closes. */
const OF_A_TOOTH = /\b(extracao|extrai|siso|dentes?|canal|gengiva|implante)\b/
const BLOOD = /\b(sangr\w+|sangue)\b/
const MUCH =
  /\b(muito|muita|bastante|demais|forte|nao (para|parou|esta parando|estanca)|sem parar|gravid\w+|gestante|gestacao|semanas de|vomit\w+|toss\w+|cabeca|ouvido|hora|horas|cirurgia|operacao)\b/
const CANNOT_BREATHE =
  /\b(falta de ar|sem ar|(nao|sem) (estou |esta |consigo |consegue |conseguir |conseguindo )*respira\w*|mal (consigo|consegue) respirar|sufoc\w+|engasg\w+)\b/
const UNCONSCIOUS =
  /\b(desacordad[oa]|inconsciente|perdeu (a consciencia|os sentidos)|desmai\w+|nao (acorda|desperta|reage)|convuls\w+|(boca|rosto) tort[oa]|(labios?|boca|rosto|dedos?) (rox[oa]s?|azu(l|is|lad[oa]s?)))\b/
const ILLNESS = /\b(avc|derrame cerebral|infart\w+|ataque cardiaco|parada cardiaca|hemorragia|overdose|choque anafilatico)\b/
const POISON =
  /\b(envenen\w+|intoxic\w+|veneno|(engol\w+|ingeri\w+)(?! (seco|o choro|o orgulho|sapo))|(tom\w+|beb\w+) (muit\w+|vari\w+|tod\w+|uma cartela|\d+|o vidro|produto|agua sanitaria)( \w+){0,3} (remedi\w+|comprimid\w+|calmante\w*|limpeza))\b/
const HEAD = /\b(bat(eu|i|er)|pancada|batida|trauma|quebr\w+)\b.{0,15}\bcabeca\b/
const SAID_SO = /\b(passando (muito )?mal|(e|esta sendo) uma emergencia|emergencia medica|chama\w* (o samu|uma ambulancia))\b/

const inOneClause = (folded: string, test: (clause: string) => boolean) => clausesOf(folded).some(test)

const SIGNS: ReadonlyArray<(folded: string) => boolean> = [
  (folded) => inOneClause(folded, both(OF_THE_CHEST, HURTS)) && affirmed(folded, HURTS) !== null,
  (folded) =>
    inOneClause(folded, both(OF_THE_AIRWAY, SWELLS)) &&
    affirmed(folded, SWELLS) !== null &&
    (!OF_A_TOOTH.test(folded) || /\b(garganta|lingua|glote|respira\w*|ar)\b/.test(folded)),
  (folded) =>
    both(BLOOD, MUCH)(folded) && !/\b(exame|doar|doacao|coleta|tipo)\b/.test(folded) && affirmed(folded, BLOOD) !== null,
  (folded) => CANNOT_BREATHE.test(folded),
  (folded) => affirmed(folded, UNCONSCIOUS) !== null,
  (folded) => affirmed(folded, ILLNESS) !== null,
  (folded) => affirmed(folded, POISON) !== null,
  (folded) => affirmed(folded, HEAD) !== null,
  (folded) => affirmed(folded, SAID_SO) !== null,
]

const NOW =
  /\b(agora|hoje|hoje cedo|neste momento|nesse momento|acab\w+ de|de novo|esta|estou|estao|socorro|o que (eu )?faco|fazer o que)\b/
/** Long over, only feared, insured against, or asked about as a service. */
const NOT_NOW =
  /\b(em (19|20)\d\d|n[oa] (ano|mes|semana) passad[oa]|ha (\d+|um|dois|duas|tres|varios|muitos|alguns) (anos?|mes|meses)|faz (\d+|um|dois|tres|varios|muitos|alguns) (anos?|mes|meses)|ja (teve|tive|tivemos)|historico|sequelas?|antigamente|quando (eu )?era|seguro|vacina|prevenir|prevencao|evitar|risco|medo|palestra|curso|recupera\w+|reabilit\w+|tratamento|quanto custa|valor|preco|pos[- ](avc|infarto|cirurg\w+)|depois d[oe] (avc|infarto|derrame)|voces (atendem|tratam|fazem|tem|cuidam))\b/
const BEFORE = /\b(teve|tive|sofreu|sofri|tinha)\b/
/** How an old matter is spoken of, even beside a word of today. */
const LONG_OVER = /\b(em (19|20)\d\d|ha (\d+|um|dois|duas|tres|varios|muitos) anos?|ano passado|sequelas?|historico|seguro)\b/

const isOver = (folded: string): boolean => LONG_OVER.test(folded) || (NOT_NOW.test(folded) && !NOW.test(folded))

/** Somebody may die or be maimed, now. */
export const emergencyIn = (folded: string): boolean =>
  SIGNS.some((sign) => sign(folded)) && !isOver(folded) && !(BEFORE.test(folded) && !NOW.test(folded))

const PAIN = /\b(dor|dores|doendo|doi|doeu|febre|mal[- ]estar)\b/
const BAD =
  /\b(morrendo|horrivel|terrivel|insuportavel|intensa|muito forte|fort\w+|demais|absurda|nao (passa|passou|para|melhora|aguento)|muito|muita|alta|40)\b/
const WOUND = /\b(pus|inch\w+|infeccionad[oa]|infeccao|inflamad[oa]|(pontos?|corte|curativo) (abri\w+|estour\w+))\b/

/** Not well, and perhaps worse than that: help is named, the team called, and the talk goes on. */
export const unwellIn = (folded: string): boolean =>
  !emergencyIn(folded) &&
  !LONG_OVER.test(folded) &&
  ((affirmed(folded, PAIN) !== null && BAD.test(folded)) ||
    (affirmed(folded, WOUND) !== null &&
      /\b(sai\w*|extracao|extrai|siso|dentes?|gengiva|implante|cirurgia|operacao|canal|ponto\w*|febre|doendo)\b/.test(folded)) ||
    (affirmed(folded, BLOOD) !== null && /\bsangr\w+\b/.test(folded)) ||
    (SIGNS.some((sign) => sign(folded)) && !NOT_NOW.test(folded)))

const OWN_LIFE =
  /\b(suicid\w+|me matar|(tirar|tiro|acabar com|dar (um )?fim (n|em)\w*) (a )?(minha|propria)( propria)? vida|nao (quero|aguento|consigo) mais (viver|existir)\b(?! (de|em|no|na|nesse|nessa|neste|nesta|aqui|com|pagando|la)\b)|(queria|quero|vontade de|penso em|pensando em|pensei em|prefiro|preferia|melhor) (so )?(morrer|sumir|desaparecer)\b(?! (de (rir|vergonha|fome|amor|saudades?|inveja|calor|frio|raiva|tedio)|daqui|desse|dessa|deste|desta|com))|(pensamentos?|vontade|pensando|penso|quero|vou|comecei|voltei) (de |em |a )?me (machucar|cortar|ferir|mutilar)\b(?! (o|os) cabel)|(nao|sem) (vejo |ver |tem |ha |encontro )?(mais )?(sentido|razao|motivo) (na|para a|em|de|para) (minha )?(vida|viver)|acabar com tudo|desistir (da vida|de viver)|(minha )?vida (nao (tem|faz|vale)|acabou))\b/
const NOT_OWN = /\b(prevencao|palestra|setembro amarelo|seguro|serie|filme|livro|cobre)\b/

/** A wish to die or to hurt oneself. */
export const despairIn = (folded: string): boolean => OWN_LIFE.test(folded) && !NOT_OWN.test(folded)

/** Told, not asked about: 'tem brigada de incêndio?', 'tem vazamento?'. */
const isHere = (folded: string): boolean =>
  !folded.endsWith('?') || /\b(esta|estou|agora|aqui|meu|minha|socorro|o que (eu )?faco)\b/.test(folded)

const FIRE =
  /\b(cheiro (forte )?de (gas|queimado)|vaza\w* (de )?gas|vazou gas|pegando fogo|pegou fogo|incendio|curto[- ]circuito|saindo (fumaca|faisca)|levei (um )?choque(?! (com|do|no) (o )?(preco|valor)))\b/
const FIRE_ON_PAPER =
  /\b(seguro|contra|anti|alarme|extintor\w*|brigada|alvara|laudo|risco|caso|saida|porta|sistema|detector|vistoria|cobre|cobertura|projeto)\b/

/** Gas, fire or current. */
export const fireIn = (folded: string): boolean =>
  affirmed(folded, FIRE) !== null && !FIRE_ON_PAPER.test(folded) && !isOver(folded) && isHere(folded)

const LEAK =
  /\b(vazamento|vazando|alagando|alagad[oa]|alagou|inundando|inundou|inundad[oa]|cano (estourou|estourado|rompid\w+|quebrou)|estourou (um |o )?cano|infiltrando|agua (caindo|escorrendo|descendo|entrando)|(pingando|pinga|chovendo) .{0,25}\b(teto|dentro|lampada|tomada|parede)|(teto|lampada|parede) .{0,25}\b(pingando|pinga)|vazou agua|teto (caiu|cedeu|desabou))\b/
/** What a place is like, not what happens in it now. */
const OF_THE_PLACE =
  /\b(quando chove|costuma\w*|com frequencia|(rua|bairro|regiao|avenida) (e |fica |ja )?alag\w+|ja alagou|historico|voces (fazem|consertam|arrumam))\b/

/** Water where it does not belong. */
export const leakIn = (folded: string): boolean =>
  affirmed(folded, LEAK) !== null && !OF_THE_PLACE.test(folded) && !isOver(folded) && isHere(folded)

/** 'Não é emergência', said by whoever was taken for being in danger. */
export const isNoDanger = (folded: string): boolean =>
  /\b(nao (e|era|foi|tem|ha) (uma |nenhuma |nada )?(emergencia|urgente|urgencia|grave|nada)|nao estou passando mal|(foi|era) (so )?(engano|brincadeira|modo de dizer)|alarme falso|(voce |voces )?(entendeu|entenderam|entendi) errad[oa]|e (so|apenas) (uma )?(consulta|rotina|duvida|pergunta)|ja (passou|melhorou|melhorei|resolv\w+|foi atendid[oa])|esta tudo (bem|certo) (agora|ja|comigo|com el[ae]))\b/.test(
    folded,
  )
