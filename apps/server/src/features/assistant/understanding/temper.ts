import { clausesOf } from './clauses.ts'

/** Whom anger is for: the team, its work, or what it did to the lead. */
const TARGET =
  /\b(voces?|vocês|empresa|clinica|imobiliaria|loja|atendimento|atendente\w*|servico|recepc\w+|equipe|corretor\w*|robo|sistema|isso|isto|aqui|demora\w*|espera|cobranc\w+|boleto|contrato|suporte|comigo|me (deix|trat|atend|engan|cobr|respond|lig|fiz|faz|enrol)\w+|ser (enganad|enrolad|tratad|ignorad)\w+)\b/
/** The lead's own life, body or character; a word of praise; a vaccine. */
const OWN =
  /\b(sou|me sinto|estou me sentindo|fui|dor(es)?|doendo|febre|tosse|enxaqueca|(meu|minha) (sorriso|dente|rosto|corpo|nariz|barriga|cabelo|pele|idade|nome)|vergonha d[oea]|vacina\w*|raiva (canina|humana)|aluguel|lind\w+|maravilh\w+|legal|perfeit\w+|kkk+)\b/

const GRAVE =
  /\b(palhacada|descaso|procon|reclame aqui|processar voces|vou processar|chamar (meu )?advogad[oa]|falta de respeito|desrespeito|de saco|saco cheio|put[oa] da vida|estou put[oa]|inadmissivel|inaceitavel|(quantas|mil|varias|dez|10|\d+) vezes(?! \d)|ja (falei|disse|expliquei|pedi|liguei) (isso|mil|varias|muitas|tantas|dez|\d+ vezes|de novo|para voces)|ja reclamei|ninguem (veio|vem|apareceu|chegou)|ninguem (me )?(responde|resolve|atende|retorna|liga|ligou|respondeu|resolveu|retornou)|nunca (resolve|respondem|atendem)\w*|(voce|voces) nao (responde|respondem|ajuda|ajudam|resolve|resolvem|serve|servem|entende|entendem)|de novo isso|que demora|que saco|enrol(ando|acao|am|ados?|aram)|obrigad[oa] por nada|demora absurda|perdendo (a |minha )?paciencia|que lixo|um lixo|(atendimento|servico|empresa|clinica|imobiliaria) (e |de |um )*(lixo|merda|bosta|porcaria))\b/
const STRONG =
  /\b(absurd[oa]|ridicul\w+|vergonha|vergonhos[oa]|pessim[oa]|horrivel|porcaria|merda|bosta|porra|caralho|pqp|inferno|enganad[oa]|enganaram|golpe|raiva|irritad[oa]|revoltad[oa]|indignad[oa]|decepcionad[oa]|decepcao|odei\w+|detest\w+)\b/
const TIRED = /\b(nao aguento mais|cansei|cansad[oa]|chega)\b/
const TIRED_OF =
  /\b(esper\w+|lig(ar|ando)|ped(ir|indo)|cobr(ar|ando)|reclam\w+|repet\w+|voces|isso|disso|desse|dessa|deste|desta|descaso|demora|enrolacao|problema\w*|desculpa\w*)\b/
const EXCLAIMED_WORDS = 4
/** A swear word beside it only makes it stronger. */
const PRAISE = /\b(lind\w+|maravilh\w+|amei|adorei|gostei|top|show|perfeit\w+|otim[oa])\b/

/** Dissatisfied with the team; pain, shame or tiredness of one's own is none of it, nor is a worried question. */
export const angryIn = (folded: string): boolean =>
  clausesOf(folded).some((clause) => {
    if (GRAVE.test(clause)) return true
    if (TIRED.test(clause)) return TIRED_OF.test(clause.replace(TIRED, ' ')) || /^(cansei|chega)$/.test(clause)
    if (!STRONG.test(clause) || OWN.test(clause)) return false
    if (folded.endsWith('?') && /\b(golpe|enganad[oa]|raiva)\b/.test(clause)) return false
    return TARGET.test(clause) || (!PRAISE.test(folded) && clause.split(' ').length <= EXCLAIMED_WORDS)
  })

const INSULT =
  /\b(va[io] (tomar|se (fod\w+|ferrar|lascar|danar|catar)|a merda|para (o )?inferno|te catar)|vao (tomar|se (fod\w+|ferrar|lascar|danar|catar)|a merda|para (o )?inferno)|tomar no|fod\w+-?se|filh[oa]s? d[ae] (puta|mae)|fdp|vsf|vtnc|tnc|idiotas?|imbecil|imbecis|otari[oa]s?|babaca\w*|trouxas?|burr[oa]s?|inutil|inuteis|incompetentes?|(uns|seus) lixos?|arrombad\w*|(bando|cambada|corja|quadrilha) de \w+|(voces? (e|sao|so)|seus?|sua|uns|umas) (um |uma |uns |umas |tudo )?(ladr\w+|bandid\w+|safad\w+|canalhas?|picaretas?|golpistas?|vagabund\w+|mentiros\w+|estelionatari\w+)|odeio voces?|fuck\w*|shit|stupid|asshole)\b/
const OF_ONESELF =
  /\b((meu|minha) (ex|vizinh\w+|chefe|marido|mulher|sogr\w+|irma\w*|patrao|inquilin\w+|cunhad\w+|filh\w+)|sou|me sinto|fui|me acho|to me sentindo|estou me sentindo|me senti|meio|que burr[oa] (eu|que eu)|eu (que )?(sou|fui))\b/

/** An insult to the team; who calls themselves names insults nobody. */
export const insultIn = (folded: string): boolean =>
  clausesOf(folded).some((clause) => INSULT.test(clause) && !OF_ONESELF.test(clause))
