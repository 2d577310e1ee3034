import { buildDemoAgentId, DEMO_ACCOUNTS } from '../accounts.ts'

/** Messages that a simulated lead writes on the first visit and on later visits to the web chat. */
export interface LeadScript {
  readonly key: string
  readonly tenantId: string
  readonly agentId: string
  /** Messages in the order in which the agent asks for the information. */
  readonly firstVisit: readonly string[]
  readonly laterVisits: readonly (readonly string[])[]
}

const AGENT_NUMBERS = { SDR: 1, CLOSER: 2, POS_VENDA: 3 } as const

const createLeadScript = (
  key: string,
  domain: string,
  type: keyof typeof AGENT_NUMBERS,
  firstVisit: readonly string[],
  laterVisits: readonly (readonly string[])[],
): LeadScript => {
  const index = DEMO_ACCOUNTS.findIndex((account) => account.domain === domain)
  const account = DEMO_ACCOUNTS[index]
  if (!account) throw new Error(`The demo has no ${domain}`)
  return { key, tenantId: account.tenantId, agentId: buildDemoAgentId(index + 1, AGENT_NUMBERS[type]), firstVisit, laterVisits }
}

const AURORA = 'aurora.local'
const VITTA = 'vitta.local'

export const LEAD_SCRIPTS: readonly LeadScript[] = [
  createLeadScript(
    'helena',
    AURORA,
    'SDR',
    [
      'oi, boa tarde! vi um apartamento no site de vocês',
      'Helena Prates',
      'queria alugar 2 quartos perto do metrô',
      'pra minha família',
      'até 3.500 com condomínio',
      'mês que vem',
      'pode marcar sim',
      'quinta',
      '15h',
      '11 90012-4477',
      'prefiro não',
      'obrigada!!',
    ],
    [
      ['oi! vocês aceitam pet?', 'é um gatinho só', 'obrigada'],
      ['preciso remarcar a visita', 'sexta de manhã', 'valeu'],
    ],
  ),
  createLeadScript(
    'otavio',
    AURORA,
    'SDR',
    [
      'quanto custa uma casa com quintal na zona norte?',
      'Otávio',
      'uma casa com 3 quartos e churrasqueira',
      'pra mim e minha esposa',
      'uns 700 mil financiando',
      'esse ano ainda',
      'bora',
      'sábado',
      'de manhã',
      '(11) 90034-1208',
      'otavio@example.com',
    ],
    [
      ['onde fica o escritório de vocês?', 'blz'],
      ['tem que ter 2 vagas também, esqueci de falar', 'valeu'],
    ],
  ),
  createLeadScript(
    'padaria',
    AURORA,
    'SDR',
    [
      'bom dia, sou a Célia, da empresa Padaria Boa Massa',
      'um ponto comercial de esquina, uns 120 metros',
      'somos 14',
      'até 9 mil de aluguel',
      'o quanto antes, o contrato atual vence',
      'sim, por favor',
      'segunda',
      '10h',
      '11900451177',
      'celia@example.com',
    ],
    [
      ['oi Clara, dá pra ver um segundo ponto no mesmo dia?', 'ótimo'],
      ['preciso remarcar', 'terça às 9h', 'obrigada'],
    ],
  ),
  createLeadScript(
    'rubens',
    AURORA,
    'CLOSER',
    ['oi Bento', 'Rubens Aquino', 'vi sim', 'achei um pouco caro', 'a entrada', 'pode ser', 'quarta', '16h', '11 90077-3021'],
    [
      ['consegui um dinheiro com meu pai, vamos fechar', 'rubens@example.com', 'sexta', '11h'],
      ['já posso ir empacotando? kkk', 'obrigado'],
    ],
  ),
  createLeadScript(
    'noemi',
    AURORA,
    'POS_VENDA',
    [
      'oi, tudo bem?',
      'Noemi',
      'estou com um problema no chuveiro do apartamento, não esquenta',
      'contrato 2231',
      'desde ontem',
      'amanhã',
      'depois das 14h',
      '11 90018-6650',
      'obrigada Nina',
    ],
    [
      ['o técnico veio e resolveu!', 'muito obrigada'],
      ['qual o horário de atendimento da manutenção?', 'ok'],
    ],
  ),
  createLeadScript(
    'dario',
    AURORA,
    'POS_VENDA',
    ['bom dia', 'Dário Lemos', 'tudo ótimo por aqui, adorei o apartamento', '10', 'a atenção do pessoal na entrega das chaves'],
    [
      ['vocês atendem sábado?', 'valeu'],
      ['posso indicar um amigo?', 'obrigado!'],
    ],
  ),
  createLeadScript(
    'lucia',
    VITTA,
    'SDR',
    [
      'olá, queria marcar uma consulta',
      'Lúcia Barreto',
      'dermatologista, umas manchas no rosto',
      'semana que vem',
      'terça',
      '14h30',
      '21 90066-1092',
      'não precisa',
      'obrigada',
    ],
    [
      ['preciso remarcar a consulta', 'quinta às 9h', 'obrigada'],
      ['onde fica a clínica?', 'ok'],
    ],
  ),
  createLeadScript(
    'tadeu',
    VITTA,
    'SDR',
    [
      'vcs fazem check-up?',
      'Tadeu',
      'um check-up completo, faz tempo que não faço',
      'pra mim',
      'não sei',
      'até o fim do ano',
      'prefiro por mensagem',
      '21900334455',
      'tadeu@example.com',
    ],
    [['quanto fica mais ou menos?', 'ok, aguardo'], ['valeu!']],
  ),
  createLeadScript(
    'ivone',
    VITTA,
    'POS_VENDA',
    [
      'bom dia, meu resultado não chegou ainda',
      'Ivone Matos',
      'protocolo 46120',
      'faz 5 dias',
      'hoje ou amanhã',
      'qualquer horário',
      '21 90029-8830',
    ],
    [['recebi o resultado, obrigada!'], ['como faço pra ver o exame antigo?', 'tá bom']],
  ),
  createLeadScript(
    'caua',
    'prosa.local',
    'SDR',
    [
      'oi, como funciona?',
      'Cauã',
      'quero responder os leads que chegam de noite',
      'pra minha empresa',
      'Bike Norte',
      'umas 8 pessoas',
      'ainda não sei',
      'esse mês',
      'quero ver sim',
      'quarta',
      '11h',
      '11 90055-7214',
      'caua@example.com',
    ],
    [
      ['integra com o WhatsApp?', 'show'],
      ['preciso remarcar', 'sexta às 15h', 'valeu'],
    ],
  ),
]
