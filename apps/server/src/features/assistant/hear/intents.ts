import { bare } from './fold.ts'

/** What a line of the lead may mean, whatever was asked. Patterns run on folded text (no accents, lower case). */
const INTENTS = {
  emergency:
    /\b(passando mal|dor no peito|falta de ar|nao (estou |consigo )?respira\w*|desmai\w+|sangrando muito|hemorragia|infarto|avc|convuls\w+)\b|\be uma emergencia\b/,
  despair: /\b(me matar|suicid\w+|tirar (a )?minha vida|nao quero mais viver|acabar com tudo)\b/,
  stop: /\b(nao quero (mais )?(receber|mensage\w+|contato)|para(r|rem|em)? de (me )?(mandar|enviar|escrever|ligar|chamar)|pare de|me tir(a|e|em) d(a|essa) lista|sair da lista|descadastr\w+|remov\w+ (o )?meu (numero|contato|telefone)|nao me (mand|cham|procur|lig|escrev)\w+)\b|^stop$|^sair$/,
  outside:
    /\b(ignor\w+|esque\w+|desconsider\w+|disregard|forget|override|bypass)\b.{0,40}\b(instruc\w+|instruct\w+|regras?|rules?|prompts?|anterior\w*|previous|above|guidelines|diretriz\w*)\b|\b(system prompt|prompt do sistema|seu prompt|your prompt|modo (desenvolvedor|developer|debug|admin)|developer mode|jailbreak|dan mode|do anything now)\b|\b(aja|atue|finja|comporte-se|act|pretend|roleplay)\b.{0,20}\b(como|ser|que|as|to be|youre)\b|\bvoce (agora )?(e|sera) (agora )?(um|uma|o|a) (administrador|admin|root|hacker|desenvolvedor|sistema|terminal)\b|\byou are now\b|\b(mostr\w+|list\w+|envi\w+|mand\w+|pass\w+|revel\w+|diga|me de|exib\w+|show|reveal|send|give|dump|print|tell)\b.{0,40}\b(outros? (clientes?|leads?|contatos?|pacientes?)|(dados|telefones?|numeros?|contatos?|cpfs?|emails?|e-mails?|nomes?|conversas?|lista) d(e|os|as|o|a) (todos|todas|outr\w+|client\w+|leads?|pacient\w+|usuari\w+)|other (customers?|leads?|users?|clients?)|all (customers?|leads?|users?|clients?)|customer (data|list)|senhas?|passwords?|tokens?|api keys?|chaves? (da )?api|banco de dados|database|instruc\w+|instructions|variaveis de ambiente|env vars?)\b|\b(drop|delete|truncate|alter) (table|from|database)\b|\bselect\b.{1,40}\bfrom\b|\bunion select\b|<\/?script|\bonerror\b|\bor 1 1\b|\brm -rf\b|\b(execute|executar?|rode|rodar|run) (o |a |this |the )?(comando|codigo|script|sql|shell|command|code)\b|\b(base64|rot13)\b|^(assistant|system|sistema|user|admin) ?:/,
  person:
    /\b(falar|conversar|fala|converso|papo|tratar) (direto )?com (uma? |o |a |os |as |algum |alguma |alguem)?(outra )?(pessoa|humano|atendente|gente|alguem|corretor\w*|vendedor\w*|consultor\w*|medic\w+|gerente|responsavel|dono|especialista|equipe|time|suporte|comercial|financeiro)\b|\bfalar com alguem\b|\b(chama|chame|chamar|passa|passe|passar|transfer\w+|quero|queria|preciso de|prefiro|tem|me liga|cade|aciona\w*) (para |o |a |um |uma |algum |alguma |por favor )*(atendente|humano|pessoa (de verdade|real)|ser humano|alguem (de verdade|da equipe|do time)|gerente|supervisor\w*)\b|^(atendente|humano|pessoa|gerente)$|\batendimento humano\b|\bnao quero falar com (robo|maquina|bot)\b/,
  bot: /\b(voce e|voces sao|e|isso e|estou falando com|sera que e) (mesmo )?(um |uma )?(robo|bot|maquina|ia|inteligencia artificial|chatbot|gente de verdade|pessoa de verdade|humano|humana|pessoa real)\b.{0,12}\?|^(robo|bot|e robo|voce e robo|e um robo|e bot|voce e um robo|voce e real|voce e humano|voce e humana)\??$/,
  angry:
    /\b(absurdo|palhacada|ridicul\w+|descaso|vergonha|procon|reclame aqui|processar voces|vou processar|advogad[oa]|pessim[oa]|horrivel|um lixo|porcaria|merda|bosta|enganad[oa]|golpe|falta de respeito|desrespeito|saco cheio|ninguem (me )?(responde|resolve|atende)|cansei)\b/,
  reschedule:
    /\b(remarcar|reagendar|desmarcar|mudar (o |de )?(dia|horario|data)|trocar (o |de )?(dia|horario|data)|adiar|cancelar (a |o |minha |meu )?(reuniao|visita|consulta|horario|conversa)|nao vou poder (ir|comparecer|nesse|amanha|hoje))\b/,
  price:
    /\b(preco|precos|precinho|tabela de (preco|valor)\w*|mensalidade|quanto (custa|custam|fica|ficaria|e|sai|sairia|esta|cobra\w*|seria|vale|pago|pagaria)|(qual|quais|saber|sobre|me passa|passa|me fala|tem) (o |os |e o |sao os |seria o )*(valor|valores|custo)|quanto\?|(fazer|faz|fazem|passar|pedir|solicitar|quero|queria|gostaria de|mandar?) (um )?orcamento)\b|^(valor|valores|quanto|e o valor|o valor|custo)\??$/,
  how: /\b(como (que )?(isso |e que )?funciona\w*|como e (o servico|o processo|que e)|o que (e que )?voces (fazem|oferecem|vendem|tem)|(saber|entender|conhecer|queria) mais( sobre)?|mais informac\w+|me explica\w*|quais (os )?servicos)\b/,
  hours:
    /\b(horarios? de (atendimento|funcionamento)|(que|qual) (horas|horario|o horario) (que )?(voces |de voces|abre\w*|fecha\w*|atend\w+|funciona\w*|vai ate)|que horas (voces )?(abre|abrem|fecha|fecham|atendem)|(abrem?|atendem?|funcionam?) (de |aos |ao |no |na |em |ate |hoje|dia )*(sabado|domingo|feriado|fim de semana|que horas|hoje|noite)|estao abertos|ate que horas)\b/,
  address:
    /\b(endereco|onde (que )?(fica|ficam|voces (ficam|estao|atendem)|e a (loja|clinica|imobiliaria|sede|empresa)|estao localizad\w+)|fica onde|ficam onde|como (eu )?(chego|chegar|faco para chegar)|qual (o )?bairro (de )?voces|localizacao de voces|me manda a localizacao)\b/,
  meeting:
    /\b(agendar|marcar|marca|agenda|agendamento) (uma? |o |a |de )*(visita|reuniao|consulta|conversa|horario|avaliacao|demonstracao|demo|call|ligacao|bate[- ]papo|apresentacao)\b|\b(quero|queria|gostaria de|posso|podemos|da para|vamos|preciso|como faco para) (agendar|marcar|conhecer o imovel|fazer uma visita|visitar)\b|^(agendar|marcar|agendamento)$/,
  later:
    /\b(agora nao (posso|da|consigo)|nao posso (falar )?agora|(depois|mais tarde|daqui a pouco|ja ja) (eu )?(te )?(falo|respondo|chamo|retorno|volto|vejo|conversamos|nos falamos)|estou (ocupad[oa]|em reuniao|no transito|dirigindo|no trabalho|trabalhando)|te (chamo|respondo|retorno|falo) (depois|mais tarde|amanha))\b/,
  thanks: /\b(obrigad[oa]|valeu|agradec\w+|grat[oa]|gratidao|thanks)\b/,
  bye: /\b(tchau|ate (mais|logo|breve|amanha|a proxima|la)|falou|fui|abracos?|xau|adeus|bye|tenha um(a)? (bo[am] |otim[oa] )?(dia|tarde|noite|semana))\b|^(boa noite|bom descanso)$/,
  greeting:
    /^((tem |oi,? )?alguem (ai|por ai|aqui)|voce esta ai|cade voce|oi+e*|ola|opa|e ai|eai|iai|hey|hi|hello|alo|bom dia|boa tarde|boa noite|tudo (bem|bom|certo)|salve|fala|oie)\b/,
} as const
export type Intent = keyof typeof INTENTS

/** Everything that the folded line means by the table above. */
export const intentsOf = (folded: string): Intent[] => {
  const plain = bare(folded)
  return (Object.keys(INTENTS) as Intent[]).filter((intent) => INTENTS[intent].test(folded) || INTENTS[intent].test(plain))
}

const YES =
  /^((sim|s|si|claro|claro que sim|com certeza|certeza|pode|pode sim|pode ser|podemos|isso|isso mesmo|isso ai|exato|exatamente|correto|certo|certinho|ok|beleza|fechado|combinado|perfeito|otimo|otima|bora|vamos|vamos la|quero|quero sim|gostaria|aceito|ja|uhum|aham|positivo|top|show|maravilha|bacana|legal|por favor|tenho|tenho sim|vi|vi sim|li|dei|recebi|recebi sim|por mim|tudo bem|tudo certo|manda|mande|pode mandar|pode marcar|demoro|demorou|yes|sem problemas?|esta bom|esta otimo|agora|de acordo|concordo|confirmo|confirmado)( |$))+/
const NO =
  /^(nao|negativo|nada|nunca|jamais|nem|ainda nao|agora nao|por enquanto nao|acho que nao|melhor nao|de jeito nenhum|nenhum|nenhuma|deixa|dispenso|prefiro nao|sem interesse)\b/

/** A plain agreement, alone or at the start of the line. */
export const saysYes = (folded: string): boolean => {
  const plain = bare(folded)
  return !NO.test(plain) && YES.test(`${plain} `)
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
  folded.endsWith('?') ||
  (!/^(quando|como|onde) (der|puder|quiser\w*|for|tiver|preferir\w*|achar\w*|eu puder)\b/.test(folded) &&
    /^(qual|quais|como|onde|quando|quanto|quantos|quantas|por ?que|porque|quem|voces? (tem|aceitam?|fazem?|atendem?|trabalham?|vendem?|entregam?)|tem como|da para|aceita|aceitam|sera que|posso)\b/.test(
      folded,
    ))
