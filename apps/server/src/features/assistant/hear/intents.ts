import { saysFarewell } from './farewell.ts'
import { bare } from './fold.ts'
import { type Plan, plansIn } from './plans.ts'

/** What a line of the lead may mean, whatever was asked. Patterns run on folded text (no accents, lower case). */
const INTENTS = {
  emergency:
    /\b(passando mal|dor no peito|falta de ar|nao (estou |consigo )?respira\w*|desmai\w+|sangrando muito|hemorragia|infarto|avc|convuls\w+)\b|\be uma emergencia\b/,
  despair: /\b(me matar|suicid\w+|tirar (a )?minha vida|nao quero mais viver|acabar com tudo)\b/,
  leak: /\b(vazamento|vazando|alagando|alagad[oa]|alagou|inundando|inundou|inundad[oa]|cano (estourou|estourado|rompid\w+|quebrou)|estourou (um |o )?cano|infiltrando|agua (caindo|escorrendo|descendo|entrando)|(pingando|pinga|chovendo) .{0,25}\b(teto|dentro|lampada|tomada|parede)|(teto|lampada|parede) .{0,25}\b(pingando|pinga)|vazou agua|teto (caiu|cedeu|desabou))\b/,
  fire: /\b(cheiro (forte )?de (gas|queimado)|vaza\w* (de )?gas|vazou gas|pegando fogo|incendio|curto[- ]circuito|saindo (fumaca|faisca)|levei (um )?choque)\b/,
  stop: /\b(nao quero (mais )?(receber|mensage\w+|contato)|para(r|rem|em)? de (me )?(mandar|enviar|escrever|ligar|chamar)|pare de|me tir(a|e|em) d(a|essa) lista|sair da lista|descadastr\w+|remov\w+ (o )?meu (numero|contato|telefone)|nao me (mand|cham|procur|lig|escrev)\w+)\b|^stop$|^sair$/,
  outside:
    /\bignor\w+ (tudo|isso tudo)\b|\b(me )?(pass|mand|dig|d)[aeo]\w* (o |os )?cpfs? d|\b(ignor\w+|esque\w+|desconsider\w+|disregard|forget|override|bypass)\b.{0,40}\b(instruc\w+|instruct\w+|regras?|rules?|prompts?|anterior\w*|previous|above|guidelines|diretriz\w*)\b|\b(system prompt|prompt do sistema|seu prompt|your prompt|modo (desenvolvedor|developer|debug|admin)|developer mode|jailbreak|dan mode|do anything now)\b|\b(aja|atue|finja|comporte-se|act|pretend|roleplay)\b.{0,20}\b(como|ser|que|as|to be|youre)\b|\bvoce (agora )?(e|sera) (agora )?(um|uma|o|a) (administrador|admin|root|hacker|desenvolvedor|sistema|terminal)\b|\byou are now\b|\b(mostr\w+|list\w+|envi\w+|mand\w+|pass\w+|revel\w+|diga|me de|exib\w+|show|reveal|send|give|dump|print|tell)\b.{0,40}\b(outros? (clientes?|leads?|contatos?|pacientes?)|(dados|telefones?|numeros?|contatos?|cpfs?|emails?|e-mails?|nomes?|conversas?|lista) d(e|os|as|o|a) (todos|todas|outr\w+|client\w+|leads?|pacient\w+|usuari\w+)|other (customers?|leads?|users?|clients?)|all (customers?|leads?|users?|clients?)|customer (data|list)|senhas?|passwords?|tokens?|api keys?|chaves? (da )?api|banco de dados|database|instruc\w+|instructions|variaveis de ambiente|env vars?)\b|\b(drop|delete|truncate|alter) (table|from|database)\b|\bselect\b.{1,40}\bfrom\b|\bunion select\b|<\/?script|\bonerror\b|\bor 1 1\b|\brm -rf\b|\b(execute|executar?|rode|rodar|run) (o |a |this |the )?(comando|codigo|script|sql|shell|command|code)\b|\b(base64|rot13)\b|^(assistant|system|sistema|user|admin) ?:/,
  person:
    /\b(falar|conversar|fala|converso|papo|tratar) (direto )?com (uma? |o |a |os |as |algum |alguma |alguem)?(outra )?(pessoa|humano|atendente|gente|alguem|corretor\w*|vendedor\w*|consultor\w*|medic\w+|gerente|responsavel|dono|sindic[oa]|diretor\w*|administrador\w*|zelador\w*|chefe|supervisor\w*|recepcao|secretaria|doutor\w*|dra?|especialista|equipe|time|suporte|comercial|financeiro)\b|\bfalar com alguem\b|\b(chama|chame|chamar|passa|passe|passar|transfer\w+|quero|queria|preciso de|prefiro|tem|cade|aciona\w*) (para |o |a |um |uma |algum |alguma |por favor )*(atendente|humano|pessoa (de verdade|real)|ser humano|alguem (de verdade|da equipe|do time)|gerente|supervisor\w*)\b|\b(quero|queria|prefiro|pedi|cade|chama|chame|preciso de) (a |o |um |uma |outra )*(pessoa|humano|atendente)\b(?=[ .,!?]*$)|(?<!vao |vai )\bme lig(a|ue|uem)\b|\b(pode(m|ria|riam)? me ligar|liga(r|m)? para mim|quero uma ligacao)\b|^(atendente|humano|pessoa|gerente)$|\batendimento humano\b|\bnao quero falar com (robo|maquina|bot)\b/,
  bot: /\b(voce e|voces sao|e|isso e|estou falando com|sera que e) (mesmo )?(um |uma )?(robo|bot|maquina|ia|inteligencia artificial|chatbot|gente de verdade|pessoa de verdade|humano|humana|pessoa real)\b.{0,12}\?|^(robo|bot|e robo|voce e robo|e um robo|e bot|voce e um robo|voce e real|voce e humano|voce e humana)\??$/,
  insult:
    /\b(vai (tomar|se fod\w+|a merda|para (o )?inferno|te catar)|vai pro inferno|tomar no|fod\w+-?se|filh[oa]s? d[ae] (puta|mae)|fdp|vsf|vtnc|tnc|idiotas?|imbecil|imbecis|otari[oa]s?|babaca\w*|trouxas?|burr[oa]s?|inutil|incompetentes?|(uns|seus) lixos?|arrombad\w*|fuck\w*|shit|stupid|asshole)\b/,
  angry:
    /\b(absurd[oa]|palhacada|ridicul\w+|descaso|vergonha|vergonhos[oa]|procon|reclame aqui|processar voces|vou processar|chamar (meu )?advogad[oa]|pessim[oa]|horrivel|porcaria|merda|bosta|porra|caralho|pqp|inferno|enganad[oa]|golpe|falta de respeito|desrespeito|saco cheio|de saco|put[oa] da vida|estou put[oa]|raiva|irritad[oa]|revoltad[oa]|indignad[oa]|inadmissivel|inaceitavel|decepcionad[oa]|decepcao|nao aguento mais|cansei|cansad[oa] (de|disso)|(quantas|mil|varias|dez|10) vezes|ja (falei|disse|expliquei|pedi|liguei) (isso|mil|varias|muitas|tantas|dez|\d+|de novo|para voces)|ja reclamei|que lixo|um lixo|ninguem (veio|vem|apareceu|chegou)|ninguem (me )?(responde|resolve|atende|retorna|liga|ligou|respondeu|resolveu|retornou)|nunca (resolve|respondem|atendem)\w*|de novo isso|que demora|que saco|enrol(ando|acao|am|ados?|aram)|obrigad[oa] por nada|demora absurda|perdendo (a |minha )?paciencia)\b/,
  price:
    /\b(preco|precos|precinho|tabela de (preco|valor)\w*|mensalidade|quanto (custa|custam|fica|ficaria|e|sai|sairia|esta|cobra\w*|seria|vale|pago|pagaria)|(qual|quais|saber|sobre|me passa|passa|me fala|tem) (o |os |e o |sao os |seria o )*(valor|valores|custo)|quanto\?|(fazer|faz|fazem|passar|pedir|solicitar|quero|queria|gostaria de|mandar?) (um )?orcamento)\b|^(valor|valores|quanto|e o valor|o valor|custo)\??$/,
  how: /\b(como (que )?(isso |e que )?funciona\w*|como e (o servico|o processo|que e)|o que (e que )?voces (fazem|oferecem|vendem|tem)|(saber|entender|conhecer|queria) mais( sobre)?|mais informac\w+|me explica\w*|quais (os )?servicos)\b/,
  hours:
    /\b(horarios? de (atendimento|funcionamento)|(que|qual) (horas|horario|o horario) (que )?(voces |de voces|abre\w*|fecha\w*|atend\w+|funciona\w*|vai ate)|que horas (voces )?(abre|abrem|fecha|fecham|atendem)|(abrem?|atendem?|funcionam?) (de |aos |ao |no |na |em |ate |hoje|dia )*(sabado|domingo|feriado|fim de semana|que horas|hoje|noite)|estao abertos|ate que horas)\b/,
  address:
    /\b(endereco|onde (que )?(fica|ficam|voces (ficam|estao|atendem)|e a (loja|clinica|imobiliaria|sede|empresa)|estao localizad\w+)|fica onde|ficam onde|como (eu )?(chego|chegar|faco para chegar)|qual (o )?bairro (de )?voces|localizacao de voces|me manda a localizacao)\b/,
  meeting:
    /\b(agendar|marcar|marca|agenda|agendamento) (uma? |o |a |de )*(visita|reuniao|consulta|conversa|horario|avaliacao|demonstracao|demo|call|ligacao|bate[- ]papo|apresentacao)\b|\b(quero|queria|gostaria de|posso|podemos|da para|vamos|preciso|como faco para) (agendar|marcar|conhecer o imovel|fazer uma visita|visitar)\b|^(agendar|marcar|agendamento)$|^(e |entao |sim |ok |esta |bom |pode |ai )*marca(r)?( ai| sim| entao| para mim)*$/,
  later:
    /\b(agora nao (posso|da|consigo)|nao posso (falar )?agora|(depois|mais tarde|daqui a pouco|ja ja) (eu )?(te )?(falo|respondo|chamo|retorno|volto|vejo|conversamos|nos falamos)|estou (ocupad[oa]|em reuniao|no transito|dirigindo|no trabalho|trabalhando)|te (chamo|respondo|retorno|falo) (depois|mais tarde|amanha))\b/,
  thanks: /\b(obrigad[oa]s?|valeu|agradec\w+|grat[oa]|gratidao|thanks)\b/,
  bye: /\b(tchau|ate (mais|logo|breve|amanha|a proxima|la)|falou|fui|abracos?|xau|adeus|bye|tenha um(a)? (bo[am] |otim[oa] )?(dia|tarde|noite|semana))\b|^(boa noite|bom descanso)$/,
  foreign:
    /\b(do you|speak english|i (want|need|would|am|cant|dont)|how much|please|thank you|can (you|i)|hablas?|quisiera|necesito|buenos dias|buenas tardes|cuanto cuesta|where is|what is|is there|are you)\b/,
  greeting:
    /^((tem |oi,? )?alguem( ai| por ai| aqui)?\??$|alguem (ai|por ai|aqui)|voce esta ai|cade voce|oi+e*|ola|opa|e ai|eai|iai|hey|hi|hello|alo|bom dia|boa tarde|boa noite|tudo (bem|bom|certo)|salve|fala|oie)\b/,
} as const
export type Intent = keyof typeof INTENTS | Plan

/** A wish for a day greets at first and says goodbye later. */
const farewellsOf = (folded: string): Intent[] => {
  const said = saysFarewell(folded)
  return said === null ? [] : said === 'wish' ? ['greeting', 'bye'] : ['bye']
}

/** Everything that the folded line means: by the table above, for an appointment, and as a goodbye. */
export const intentsOf = (folded: string): Intent[] => {
  const plain = bare(folded)
  const words = (Object.keys(INTENTS) as Array<keyof typeof INTENTS>).filter(
    (intent) => INTENTS[intent].test(folded) || INTENTS[intent].test(plain),
  )
  return [...new Set<Intent>([...words, ...plansIn(folded), ...farewellsOf(folded)])]
}

/** A line of nothing but these is a yes. */
const YES_WORDS = new Set(
  (
    'sim s si ss claro que com certeza pode ser podemos isso mesmo ai exato exatamente correto certo certinho ok beleza fechado combinado perfeito ' +
    'otimo otima bora vamos la aceito uhum aham positivo top show maravilha bacana legal por favor mim tudo bem manda mande mandar marcar marca ' +
    'demoro demorou yes sem problema problemas esta bom de acordo concordo confirmo confirmado quero gostaria ja tenho vi li dei recebi agora ' +
    'esta entao eu ne obrigado obrigada moca moco amigo amiga muito e voce'
  ).split(' '),
)
/** A line that begins with one of these is a yes, unless it holds something back. */
const BEGINS_YES =
  /^(sim|s|si|claro|com certeza|certeza|pode|pode ser|podemos|isso|exato|exatamente|correto|certo|ok|beleza|fechado|combinado|perfeito|otim[oa]|bora|vamos|aceito|uhum|aham|positivo|top|show|maravilha|bacana|legal|por favor|por mim|tudo bem|tudo certo|mand[ae]|demorou|yes|sem problemas?|esta (bom|otimo)|de acordo|concordo|confirmo|confirmado|quero (sim|marcar|fechar|seguir)) /
/** Words that only go with a yes. */
const SILENT_YES = /^((e|eu|que|com|tudo|muito|voce|ne|por|de|la|ai|mim|sem|obrigad[oa]|moc[ao]|amig[oa])( |$))+$/
const HOLDS_BACK =
  /\b(mas|so que|porem|duvida\w*|medo|receio|pensar|nao|nem|car[oa]|reprov\w+|negou|recus\w+|desist\w+|cancel\w+|problema\w*|antes|se|sera|quando|quanto|explicar?|melhor|esposa|marido|espera\w*|talvez|acho que)\b/
const NO =
  /^(nao|negativo|nada|nunca|jamais|nem|ainda nao|agora nao|por enquanto nao|acho que nao|melhor nao|de jeito nenhum|nenhum|nenhuma|deixa|dispenso|prefiro nao|sem interesse)\b/

/** A plain agreement: the whole line, or its start with nothing that holds it back. A worry or a question is none. */
export const saysYes = (folded: string): boolean => {
  const plain = bare(folded)
  if (plain === '' || NO.test(plain)) return false
  if (plain.split(' ').every((word) => YES_WORDS.has(word))) return !SILENT_YES.test(plain)
  return (BEGINS_YES.test(plain) || plain.endsWith(' sim')) && !folded.endsWith('?') && !HOLDS_BACK.test(plain)
}

/** A plain refusal, alone or at the start of the line. */
export const saysNo = (folded: string): boolean => NO.test(bare(folded))

/** The lead does not know, or would rather not say. */
export const doesNotSay = (folded: string): boolean =>
  /\b(nao (sei|faco ideia|tenho (ideia|certeza|no momento|ainda)|lembro|quero (dizer|falar|informar|passar)|tenho)|sei la|prefiro nao|sem ideia|ainda nao (sei|defini|pensei|tenho)|depende|nao tenho|pular?|nao precisa|tanto faz|nem ideia|a definir|nao defini)\b/.test(
    folded,
  )

/** A question of the lead. */
export const asksSomething = (folded: string): boolean =>
  (folded.endsWith('?') && /[a-z]/.test(folded)) ||
  /\b((gostaria de|queria|quero|preciso|so) saber (se|quanto|quando|qual|como|onde|o|a|os|as)|, (e se|qual|quais|quanto tempo|quanto custa|quantos|quantas|quando|onde|sera que))\b/.test(
    folded,
  ) ||
  (!/^(quanto antes|quando|como|onde) ?(der|puder|quiser\w*|for|tiver|preferir\w*|achar\w*|eu puder)\b/.test(folded) &&
    /^(e se|qual|quais|como|onde|quando|quanto|quantos|quantas|por ?que|porque|quem|voces? (tem|aceitam?|fazem?|atendem?|trabalham?|vendem?|entregam?)|tem como|da para|aceita|aceitam|sera que|posso)\b/.test(
      folded,
    ))
