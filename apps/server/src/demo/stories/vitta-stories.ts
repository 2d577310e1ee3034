/** Conversations of a health clinic. Notation: see `StoryLine`. */
export const VITTA_SDR_STORIES: readonly string[] = [
  `
# f
@ conexao | Aguardando o nome | Quer marcar consulta com dermatologista.
L {Boa tarde, tem dermatologista essa semana?|oi, queria marcar dermato|Vocês atendem dermatologia?}
A Oi! Aqui é a Lia, assistente virtual da Clínica Vitta. Atendemos sim. Como você se chama?
@ inicializacao | Em qualificação | {nome} quer consulta com dermatologista.
L {nome}
A Prazer, {primeiro}! É a sua primeira consulta com a gente?
L primeira vez
@ qualificacao | Aguardando convênio | {nome}: primeira consulta de dermatologia, {convenio}.
A Seja bem-vinda à Vitta. Vai ser por convênio ou particular?
L {convenio}
A Anotado. A equipe confirma a cobertura pra você. Prefere manhã ou tarde?
L {de manhã, entro no trabalho 11h|tarde|tanto faz, o primeiro que tiver}
@ agendamento | Consulta: {dia}, às {hora} | {nome}: dermatologia {dia} às {hora}, {convenio}, primeira vez.
A Tenho {dia} às {hora}. Fica bom?
L fica ótimo
A Anotado! Traz um documento com foto e a carteirinha. A equipe confirma na véspera.
L {combinado, {obrigado}|ok 😊|perfeito}
`,
  `
# f
@ conexao | Aguardando o nome | Pergunta sobre exames.
L {Vcs fazem exame de sangue sem agendar?|precisa de jejum pro hemograma?|Quanto custa um check-up?}
A Oi! Aqui é a Lia, da Clínica Vitta. O valor e o preparo dependem do pedido médico, e a equipe te passa certinho. Com quem eu falo?
@ inicializacao | Aguardando pedido médico | {nome} quer fazer exames de sangue.
L {nome}, é pra mim e pra minha mãe
A Prazer, {primeiro}! Você tem o pedido médico? Pode mandar uma foto.
L[image] Pedido da minha mãe
L[document] pedido-medico.pdf
@ qualificacao | Orçamento em preparo | {nome} mandou dois pedidos de exame, dela e da mãe; pergunta preparo e valor.
A Recebi os dois! Deixei com a equipe, que te responde com o preparo de cada exame e os valores.
H0 Oi, {primeiro}, Helena aqui. Os dois pedem jejum de 8 horas; dá pra fazer no mesmo dia. Segue o orçamento no e-mail.
L {maravilha|recebi, vamos fazer|dá pra parcelar?}
@ agendamento | Coleta: {dia}, às 7h | {nome} e a mãe fazem coleta {dia} às 7h, jejum de 8 horas.
A Qual dia fica melhor pra coleta?
L {dia} cedinho
A {Dia}, às 7h, com jejum de 8 horas (água pode). Anotado pras duas!
`,
  `
@ conexao | Aguardando o nome | Procura psicóloga para a filha.
L {Oi, vocês têm psicóloga infantil?|Preciso de psicóloga pra minha filha de 9 anos|boa noite, atendimento infantil com psicólogo tem?}
A Oi! Aqui é a Lia, da Clínica Vitta. Temos sim, com muito carinho pelas crianças. Como você se chama?
@ inicializacao | Em qualificação | {nome} procura psicóloga para a filha de 9 anos.
L {nome}
A Prazer, {primeiro}! Ela já fez acompanhamento antes?
@ qualificacao | Aguardando disponibilidade | {nome}: filha de 9 anos, primeira vez em terapia; só à tarde, depois da escola.
L nunca fez. tá com dificuldade na escola nova
A Entendo, mudança de escola mexe mesmo. Fico feliz que você esteja cuidando disso. Que horários ela tem livres?
L só à tarde, depois das 14h
@ pitch | Aguardando aceite | {nome}: conversa inicial com a psicóloga antes da primeira sessão da filha.
A A primeira conversa é só com os pais, uns 30 minutos, e depois vem ela. Posso marcar?
L {pode, por favor|pode sim|quero}
@ agendamento | Conversa com os pais: {dia}, às {hora} | {nome}: conversa inicial {dia} às {hora} sobre a filha de 9 anos.
A {Dia}, às {hora}, pode ser?
L pode
A Combinado, {primeiro}. Pode ser por vídeo também, se facilitar.
L por vídeo é melhor, {obrigado} ❤️
`,
]

export const VITTA_CLOSER_STORIES: readonly string[] = [
  `
# f
@ inicializacao | Aguardando leitura da proposta | Orçamento de tratamento odontológico enviado.
A Oi, {primeiro}! Aqui é o Caio, da Clínica Vitta. Conseguiu ver o orçamento do alinhador?
L {vi sim, achei um pouco caro|ainda não abri|vi, queria entender as etapas}
A Claro. São 14 meses, com uma revisão por mês já incluída.
@ qualificacao | Tratando dúvida | {nome} avalia alinhador; pergunta sobre parcelamento.
L dá pra parcelar em quantas vezes?
A Em até 12x no cartão. O que ficaria confortável por mês?
L uns 450
@ pitch | Condição em análise | {nome} quer parcela de até R$ 450 no alinhador.
A Anotei. Vou levar pra equipe ver a melhor condição.
H0 {primeiro}, Helena aqui. Conseguimos 12x de 438 com a documentação inclusa. Vamos?
L {vamos!|aí sim! fechado|deixa eu ver com meu marido e já falo}
@ fechamento | Fechado: alinhador 12x | {nome} fechou o alinhador em 12x de R$ 438. Escaneamento {dia}.
H0 Maravilha! O escaneamento fica pra {dia}, às {hora}.
L tô animada!!
`,
  `
@ inicializacao | Aguardando retorno | Proposta de plano de saúde ocupacional para {empresa}.
A Olá, {primeiro}! Caio, da Clínica Vitta. A proposta de exames ocupacionais pra {empresa} chegou bem?
L {Chegou, estamos comparando|Olá, chegou sim|Recebi, falta o financeiro aprovar}
@ qualificacao | Aguardando aprovação | {nome} ({empresa}): exames ocupacionais para {equipe} pessoas, aguarda o financeiro.
A Ótimo. O que o financeiro costuma olhar primeiro?
L preço por exame e se vocês vêm até aqui
A Vamos sim: com {equipe} pessoas dá pra fazer tudo num dia só, aí na empresa.
@ pitch | Conversa com o financeiro | {nome} ({empresa}) quer coleta na empresa para {equipe} pessoas; falta o financeiro.
L isso ajuda muito, ninguém perde meio dia
A Posso marcar 15 minutos com vocês dois pra fechar os detalhes?
L {pode, {dia}|consigo {dia} às {hora}}
@ agendamento | Conversa: {dia}, às {hora} | {nome} ({empresa}) e o financeiro conversam {dia} às {hora}.
A {Dia}, às {hora}, então. A equipe te confirma por aqui.
L combinado
`,
]

export const VITTA_POS_VENDA_STORIES: readonly string[] = [
  `
@ inicializacao | Aguardando o motivo do contato | {nome} fez exames na semana passada.
L {bom dia, meu resultado já saiu?|Oi, cadê o resultado do exame?|onde vejo meu exame}
A Oi, {primeiro}! Aqui é a Íris, do pós-atendimento da Clínica Vitta. Vou ver pra você. Tem o número do protocolo?
L {45821|tá aqui: 45977|não achei o papel}
@ qualificacao | Aguardando laboratório | {nome} pergunta por resultado de exame.
A Obrigada! Pedi ao laboratório. Por segurança, o resultado só vai pelo portal ou pessoalmente, tá?
L tranquilo
@ fechamento | Resolvido: resultado liberado | Resultado de {nome} liberado no portal.
H0 {primeiro}, Helena aqui. Liberado no portal agora. Se a senha não entrar, me chama.
L {entrei, {obrigado}!|consegui ver|deu certo 🙌}
A Que bom! Cuide-se bem.
`,
  `
# f
@ inicializacao | Aguardando o motivo do contato | Retorno depois da consulta.
A Oi, {primeiro}! Aqui é a Íris, da Clínica Vitta. Como você está depois da consulta?
L {bem melhor, a pomada funcionou|Oi Íris! tô ótima|melhorei, mas ainda coça um pouco}
A Que notícia boa! De 0 a 10, quanto recomendaria a gente?
@ pitch | Aguardando comentário | {nome} melhorou depois da consulta.
L {10|9|8, a recepção demorou um pouco}
A Agradeço de coração! O que você mais gostou?
L {a doutora explicou tudo com calma|não esperei quase nada|do cuidado}
@ fechamento | Satisfação registrada | {nome} satisfeita com o atendimento; comentário passado ao time.
A Vou contar pra ela. Se precisar de qualquer coisa, é só chamar. 😊
`,
]
