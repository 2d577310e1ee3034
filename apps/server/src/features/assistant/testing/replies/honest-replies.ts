import { splitLines } from './split-lines.ts'

/** Texts of the team that support HONEST_REPLIES. */
export const STAFF_TEXTS = `Aurora Imóveis, Rua das Flores, 120, sala 302. Telefone (11) 3333-4444, e-mail contato@aurora.example, site https://aurora.example.
Atendemos de segunda a sexta, das 9h às 18h, e aos sábados das 9h às 13h.
O AU-10 tem 65 m², 2 quartos e 1 vaga e custa R$ 350.000; o condomínio é R$ 620 por mês. O AU-20 custa R$ 1,2 milhão.
A visita é grátis e dura 40 minutos. No Pix há 5% de desconto na taxa de reserva de R$ 500. O parcelamento é em até 10x sem juros.
A análise de crédito leva 3 dias úteis. As chaves são entregues em março de 2027. A equipe responde em até 24 horas.`

/** Messages of the lead before HONEST_REPLIES. */
export const HONEST_LEAD_MESSAGES = [
  'Oi, sou a Rita Souza, meu e-mail é rita@sol.example e o fone (11) 98765-4321',
  'quero um de 2 quartos até 400 mil, entrada de uns 80 mil, posso visitar sexta as 15h ou dia 30/11 de manhã',
  'tenho 2 filhos e um cachorro, mudo em 6 meses',
]

/** Correct replies that the reply check must not change. */
export const HONEST_REPLIES: readonly string[] = splitLines(`
  Oi, Rita! Tudo bem? Aqui é a Clara, assistente virtual da Aurora Imóveis.
  O AU-10 custa R$ 350.000.
  O AU-10 sai por 350 mil.
  São trezentos e cinquenta mil reais.
  Ele fica em R$ 350 mil e o condomínio é R$ 620 por mês.
  O condomínio é de seiscentos e vinte reais.
  O AU-20 custa R$ 1.200.000,00.
  O AU-20 está em um milhão e duzentos mil.
  Você falou em até 400 mil, certo?
  Até R$ 400.000, é isso?
  Com entrada de 80 mil, combinado.
  Anotei: até quatrocentos mil, com oitenta mil de entrada.
  O parcelamento vai até 10x, sem juros.
  Dá pra parcelar em até dez vezes sem juros.
  A taxa de reserva é R$ 500, com 5% de desconto no Pix.
  No Pix são cinco por cento a menos.
  A visita é grátis.
  A visita não tem custo nenhum.
  A visita dura uns 40 minutos.
  A equipe responde em até 24 horas.
  Em 24h a equipe te responde.
  A análise de crédito leva 3 dias úteis.
  São três dias úteis de análise.
  As chaves são entregues em março de 2027.
  Atendemos de segunda a sexta, das 9h às 18h.
  Aos sábados, das 9h às 13h.
  No sábado abrimos às nove da manhã.
  Fechamos às 18h.
  Sexta às 15h, então?
  Você prefere sexta às três da tarde ou dia 30/11?
  Dia 30 de novembro de manhã fica melhor?
  Seu e-mail é rita@sol.example, certo?
  Anotei o (11) 98765-4321.
  O final 4321 é o seu WhatsApp?
  Nosso telefone é (11) 3333-4444.
  Pode ligar no 11 3333 4444.
  Escreva para contato@aurora.example.
  Veja as fotos em https://aurora.example.
  O site é aurora.example.
  Ficamos na Rua das Flores, 120, sala 302.
  Ele tem 65 m², 2 quartos e 1 vaga.
  São 65 metros, dois quartos e uma vaga.
  Você procura 2 ou 3 quartos?
  Com 2 filhos e um cachorro, um térreo ajuda, né?
  Você se muda em 6 meses, certo?
  Em seis meses dá tempo de ver com calma.
  Que bom te ver por aqui!
  Como posso te ajudar hoje?
  O que você procura: casa ou apartamento?
  É pra você morar ou pra investir?
  Qual dia e horário ficam melhores pra você?
  De manhã ou à tarde?
  Me conta um pouco do que você precisa.
  Em que bairro você gostaria de morar?
  Que investimento você tem em mente?
  Essa informação eu não tenho, mas a equipe te confirma.
  Vou confirmar com a equipe e já te retorno.
  A equipe confirma os valores com você.
  Sobre desconto, quem responde é a equipe.
  Não tenho como dar desconto, mas a equipe avalia com você.
  Não sei se há promoção; vou verificar.
  Preciso verificar com a equipe se esse é gratuito.
  A equipe verifica se dá pra isentar.
  Um momento, por favor.
  Só um minutinho, já olho aqui.
  É uma conversa rápida, de 15 minutos, com a equipe.
  Quer que eu marque uma conversa de uns 20 minutos?
  Obrigada pelo contato, Rita!
  Mil desculpas pela demora.
  Perfeito, anotado!
  Imagina, por nada!
  Qualquer coisa é só chamar. 😊
  Bom fim de semana!
  Uma ótima segunda pra você!
  Tenha um bom dia!
  Boa noite, Rita!
  Sou assistente virtual, mas chamo uma pessoa se preferir.
  Não sou uma pessoa, sou a assistente virtual da Aurora.
  Quer falar com uma pessoa da equipe?
  Já chamei alguém da equipe pra continuar com você.
  Uma pessoa da equipe vai te responder por aqui.
  Se for uma emergência, ligue 192 (SAMU).
  O CVV atende de graça, 24 horas, no 188.
  Em caso de incêndio, ligue 193.
  Não posso garantir isso, mas a equipe avalia.
  Assim que o pagamento for confirmado, a equipe te avisa.
  A equipe verifica se o pagamento foi confirmado.
  Vou perguntar à equipe se o imóvel ainda está disponível.
  A reserva é feita com a equipe.
  Um dia desses você passa aqui pra tomar um café?
  Primeiro, me diz seu nome completo.
  A segunda opção é mais perto do metrô.
  De 0 a 10, quanto você recomendaria a gente?
  Entendi, vamos por partes.
  Que notícia boa, parabéns!
  Sinto muito por isso.
  Pode me mandar uma foto do documento por aqui.
  Recebi a imagem, vou deixar guardada pra equipe.
  Combinado, fico no aguardo.
  O AU-10 fica perto do que você descreveu?
  Faz sentido pra você?
  Essa é a melhor forma de falar com você?
  Prefere que a equipe te ligue ou escreva?
  Você já tem financiamento aprovado?
  Posso te mandar mais detalhes?
  Posso te ajudar com isso!
  Você pode me dizer o número do pedido?
  Quer ver os imóveis na zona sul?
  Temos duas opções: uma casa e um apartamento.
  Qual o melhor dia da semana pra você?
  Você quer alugar por quanto tempo?
  São 3 perguntas rápidas.
  Posso te chamar de Rita?
  Pode me passar seu CPF, por favor?
  Às vezes é bom ver pessoalmente.
  Essas são as 3 opções.
  A segunda via do boleto fica com a equipe.
  A terceira opção é melhor.
  Fica no sexto andar.
  No dia a dia ajuda bastante.
  Por enquanto é isso.
  Me diz o dia e a hora.
  Sem compromisso nenhum!
  Sem problema, sem pressa.
  De nada, por nada!
  Qual meio de pagamento você prefere?
  Bom dia! Boa tarde! Boa noite!
  Você já visitou alguma vez?
  A equipe está fora do horário agora, mas já adianto tudo.
  Uma pessoa só retorna no próximo horário.
  Sobre valores, quem passa é a equipe.
  Você tem entrada ou quer financiar tudo?
  Pode ser parcelado, a equipe explica as condições.
  Quantas pessoas vão morar com você?
  Em que região fica o seu trabalho?
  Você prefere pela manhã ou no fim da tarde?
  Que ótimo, fico feliz em ajudar!
  Entendo, é uma decisão importante.
  O que te fez procurar a gente agora?
  Já passei a sua pergunta pra equipe.
  Assim que possível alguém te responde.
  Posso anotar o seu e-mail?
  Qual é o seu telefone com DDD?
  Vi que você gostou do AU-10.
  Meu nome é Clara e sou assistente virtual.
  Não entendi bem. Pode me dizer de outro jeito?
  Quer que eu pare de te escrever por aqui?
  A reunião pode ser por vídeo ou presencial.
  Quando você pretende se mudar?
  É a primeira vez que você fala com a gente?
  Seria pra uma ou duas pessoas?
  A proposta chegou direitinho?
  Ficou alguma dúvida sobre o contrato?
  O que falta pra você decidir?
  Seu pedido sobre os dados está com a equipe responsável.
  Em breve a equipe te chama.
  Me conta o que aconteceu e desde quando.
  Você está com dor forte agora?
  Se piorar, vá ao pronto-socorro.
  Desculpe, por aqui só consigo ler texto.
  Vamos marcar uma conversa com a equipe?
  Esse bairro é bem tranquilo?
  Combinado, vou avisar a equipe agora mesmo.
  Você mora de aluguel hoje?
  Hoje em dia muita gente pergunta isso.
  Obrigada pela conversa de hoje!
  Não garantimos aprovação, quem avalia é o banco.
  Para garantir um bom atendimento, me diz seu nome.
  A garantia é com a equipe.
  A equipe confirma se o pagamento caiu.
  Você já fez o pagamento?
  Recebi o comprovante! A equipe confere e te confirma.
  A equipe confirma a reserva com você.
  Quer reservar?
  Posso pedir pra equipe reservar?
  Para reservar é preciso falar com a equipe.
  Você está com dor?
  Sinto muito que esteja passando mal.
  Só um médico pode dizer o que é.
  Não posso indicar remédio; fale com um médico.
  Sou assistente virtual da Aurora.
  Sou uma assistente virtual, não uma pessoa.
  Não sou humana, sou assistente virtual.
  Sou um robô, sim.
  Posso chamar uma pessoa da equipe.
  Uma pessoa de verdade da equipe vai te responder.
  Você vai falar com uma pessoa da equipe.
  Quer falar com um humano?
  Chamei uma pessoa pra te atender.
  Aqui é a Clara, assistente virtual da Aurora.
  Quem fala é a Clara, assistente virtual.
  Vou te passar pra um atendente humano.
  Recebi sua mensagem.
  Recebi o documento, valeu!
  O valor a equipe confirma.
  O contrato precisa ser aprovado pela equipe.
  Seu cadastro ainda não foi aprovado.
  O imóvel pode já estar reservado; a equipe confirma.
  Você prefere ser atendida por uma pessoa?
  Nosso atendimento é feito por mim, assistente virtual, e pela equipe.
`)
