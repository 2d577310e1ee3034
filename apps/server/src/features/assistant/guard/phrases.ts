/** What the guard says to leads, several ways each. A person answers what stands behind it. */
export const GUARD_PHRASES = {
  violence: [
    'Se você puder, vá agora para um lugar seguro e ligue 190 (Polícia Militar). Já chamei uma pessoa da equipe com urgência.',
    'Sua segurança vem primeiro: ligue 190 (Polícia Militar) agora, de um lugar seguro. A equipe já foi avisada.',
  ],
  partnerViolence: [
    'Sinto muito que você esteja passando por isso; a culpa não é sua. Se houver risco agora, ligue 190 (Polícia Militar). O 180 (Central de Atendimento à Mulher) atende de graça, 24 horas. Já chamei uma pessoa da equipe.',
    'Você não precisa enfrentar isso sem apoio: ligue 190 se houver risco agora, ou 180, que é gratuito e sigiloso. Uma pessoa da equipe já foi chamada.',
  ],
  childAtRisk: [
    'Se a criança ou o adolescente corre risco agora, ligue 190 (Polícia Militar). O Disque 100 recebe a denúncia de graça, 24 horas, e sem precisar se identificar. Já chamei uma pessoa da equipe.',
    'Por favor, ligue 190 se houver risco agora, ou 100 (Disque Direitos Humanos). A equipe já foi avisada com urgência.',
  ],
  partnerAndChild: [
    'Sinto muito; a culpa não é de quem passa por isso. Se houver risco agora, ligue 190 (Polícia Militar). O 180 (Central de Atendimento à Mulher) e o Disque 100, por crianças e adolescentes, atendem de graça, 24 horas. Já chamei uma pessoa da equipe.',
    'Ninguém precisa enfrentar isso sem apoio: ligue 190 se houver risco agora, ou 180 e 100, que são gratuitos e sigilosos. Uma pessoa da equipe já foi chamada.',
  ],
  despair: [
    'Sinto muito que você esteja passando por isso. Você não precisa enfrentar isso sem apoio: o CVV atende de graça, 24 horas, no 188. Se houver risco agora, ligue 192. Já chamei uma pessoa da equipe.',
    'Estou com você. Por favor, ligue 188 (CVV) agora; é gratuito e sigiloso. Uma pessoa da equipe também já foi chamada.',
  ],
  emergency: [
    'Se for uma emergência, ligue agora para o SAMU, no 192, ou vá ao pronto-socorro mais próximo. Já avisei a equipe com urgência.',
    'Por favor, não espere por aqui: ligue 192 (SAMU). A equipe já foi avisada.',
  ],
  fire: [
    'Saia daí com segurança agora e ligue 193 (Bombeiros). Se for gás, não acenda nada nem mexa em tomadas. Já avisei a equipe com urgência.',
  ],
  urgentWait: [
    'A equipe já foi chamada com urgência. Se piorar, ligue 192 (SAMU) ou 193 (Bombeiros) agora.',
    'Estou reforçando o aviso pra equipe. Não fique só: chame alguém de perto.',
    'Continuo avisando a equipe a cada mensagem sua.',
  ],
  urgentWaitUnsafe: [
    'A equipe já foi chamada com urgência. Se o risco continuar, ligue 190 (Polícia Militar) agora.',
    'Estou reforçando o aviso pra equipe. Não fique só: procure um lugar seguro e alguém de confiança.',
    'Continuo avisando a equipe a cada mensagem sua.',
  ],
  unwell: [
    'Sinto muito que seja assim. Já avisei a equipe; se for forte ou piorar, não espere por aqui: ligue 192 (SAMU) ou vá ao pronto-socorro.',
    'Poxa, espero que melhore logo. A equipe já sabe; se piorar, ligue 192 (SAMU).',
  ],
  leak: [
    'Isso é urgente, já avisei a equipe! Enquanto isso, se der pra fazer com segurança, feche o registro de água e fique longe de tomadas e luzes molhadas.',
    'Reforcei com a equipe que é urgente. Se a água chegar perto da parte elétrica, desligue o disjuntor e se afaste.',
  ],
  calmAgain: ['Que bom! Então seguimos.', 'Entendi, seguimos então.'],
  hardNews: [
    'Sinto muito por isso. Um momento assim pede calma, e aqui não há pressa nenhuma: quando quiser continuar, é só me escrever.',
    'Sinto muito mesmo. Fico por aqui, no seu tempo.',
  ],
  stop: ['Tudo bem, não vou mais te escrever por aqui. Se um dia quiser retomar, é só mandar uma mensagem. Tudo de bom!'],
  mayStop: ['Só pra eu acertar: quer que eu pare de te escrever por aqui?'],
  privacy: [
    'Seu pedido sobre os seus dados está registrado e já foi pra equipe responsável, que confirma com você por aqui, dentro do prazo da lei (LGPD). Não vou te fazer mais perguntas.',
    'O pedido sobre os seus dados está com a equipe responsável, que te confirma por aqui.',
  ],
  personComing: [
    'Claro! Já avisei a equipe: uma pessoa lê a nossa conversa e continua com você por aqui mesmo.',
    'Já reforcei o pedido com a equipe. Assim que alguém puder, te responde por aqui mesmo.',
    'O pedido está com a equipe; sei que esperar é chato, e agradeço a paciência.',
  ],
  voiceToPerson: [
    'Recebi mais um áudio. Como por aqui eu só consigo ler, chamei uma pessoa da equipe pra ouvir e continuar com você.',
    'Esse áudio também fica pra equipe ouvir; uma pessoa continua com você por aqui.',
  ],
  insult: [
    'Percebo que você está bem chateado com a gente, e sinto muito. Chamei uma pessoa da equipe pra continuar essa conversa.',
    'Sinto muito por esse momento. A equipe já foi avisada e te responde por aqui.',
  ],
  angry: [
    'Entendo a sua frustração, e sinto muito que tenha chegado a esse ponto. Já chamei uma pessoa da equipe pra cuidar disso.',
    'Você tem razão em cobrar, e me desculpa pelo desgaste. Já avisei a equipe de que é urgente.',
    'Sinto muito mesmo. Seu caso está marcado como urgente, e é uma pessoa que vai te responder aqui.',
  ],
  afterHours: ['Agora a equipe está fora do horário, então a resposta vem assim que ela voltar.'],
  stray: [
    'Esse pedido foge do que eu faço. Vamos voltar ao que você precisa?',
    'Isso eu não consigo fazer por aqui. Mas com o seu atendimento eu ajudo com prazer.',
  ],
  strayWaiting: ['Esse pedido foge do que eu faço.', 'Isso eu não consigo fazer por aqui.'],
} as const satisfies Record<string, readonly string[]>
export type GuardPhrase = keyof typeof GUARD_PHRASES
