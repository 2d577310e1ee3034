import type { Line } from '../hear/hear.ts'

interface Objection {
  readonly label: string
  readonly pattern: RegExp
  readonly ack: readonly string[]
  readonly ask: readonly string[]
}

/** What holds a lead back, how it sounds, and how it is met: heard first, never argued with, no discount promised. */
export const OBJECTIONS: Readonly<Record<string, Objection>> = {
  crédito: {
    label: 'crédito não aprovado',
    pattern:
      /\b((banco|caixa|financiamento|credito|financeira|santander|itau|bradesco)\b.{0,30}\b(reprov\w+|negou|negad[oa]|recus\w+|nao (aprov\w+|liber\w+|saiu|passou))|(reprov\w+|negaram|negou|recus\w+|nao (aprov\w+|liber\w+|consegui|passei|passou))\b.{0,30}\b(financiamento|credito|banco|emprestimo|analise)|nome (esta )?sujo|negativad[oa]|serasa|spc|score baixo)\b/,
    ack: [
      'Poxa, sinto muito, sei como isso frustra. Isso não precisa ser o fim: a equipe pode olhar com você que caminhos existem.',
      'Entendo, essa resposta pesa. Vou pedir pra equipe ver com você as alternativas.',
    ],
    ask: ['O banco chegou a dizer o motivo?', 'Você já tentou em outro banco, ou foi só nesse?'],
  },
  preço: {
    label: 'preço',
    pattern:
      /\b(car[oa]|carissim[oa]|salgad[oa]|puxad[oa]|desconto|abaixar|se (voces )?(baix|abaix|reduz|diminu)\w+|baixar o (preco|valor)|acima do (meu )?orcamento|fora do (meu )?orcamento|nao (cabe|tenho (esse|o) (dinheiro|valor)|consigo pagar)|alto demais|muito alto|valor alto|preco alto|melhorar o (preco|valor)|condicao melhor|ficou alto|pesado|parcelas? (alta|pesada|ficou|muito)\w*|sem condic\w+|sem (dinheiro|grana)|nao tenho (tudo isso|essa grana|como pagar)|apertad[oa])\b/,
    ack: ['Entendo, investimento precisa caber com folga.', 'Faz todo sentido olhar o valor com carinho.'],
    ask: [
      'O que pesou mais: o valor total, a entrada ou a forma de pagamento?',
      'Qual condição deixaria confortável pra você? Levo pra equipe avaliar.',
    ],
  },
  cobertura: {
    label: 'convênio não cobriu',
    pattern: /\b(convenio|plano)\b.{0,30}\b(neg\w+|recus\w+|nao (cobr\w+|autoriz\w+|aprov\w+|liber\w+))/,
    ack: [
      'Poxa, sinto muito, ninguém quer ouvir isso numa hora dessas. A equipe pode olhar com você o que dá pra fazer.',
      'Imagino a frustração. Vou pedir pra equipe ver com você as alternativas.',
    ],
    ask: ['Chegaram a dizer o motivo?', 'Você recebeu essa resposta por escrito?'],
  },
  autoridade: {
    label: 'precisa decidir com outra pessoa',
    pattern:
      /\b((falar|conversar|ver|decidir|combinar|alinhar|consultar|mostrar|passar|perguntar) (isso )?(com|para|pelo) (o |a |os |as )?(meu|minha|meus|minhas)?( |^)?(soci[oa]s?|marido|espos[oa]|mulher|chefe|diretor\w*|diretoria|gerente|pai|mae|pais|familia|filh[oa]s?|namorad[oa]|noiv[oa]|financeiro|contador\w*|advogad[oa])|(meu|minha) (soci[oa]|marido|espos[oa]|mulher|chefe|diretor\w*|pai|mae) (que|quem|precisa|tem que|vai) (decide|decidir|ver|aprovar|resolve|olhar)|(meu|minha) (soci[oa]|marido|espos[oa]|mulher|chefe|pai|mae|filh[oa]|namorad[oa]|noiv[oa]) (ach\w+|nao (quer|gostou|concord\w+)|disse|fal\w+|quer|prefere|esta)|nao decido sozinh[oa]|nao depende so de mim|preciso de aprovacao)\b/,
    ack: ['Claro, é bom decidir junto.', 'Certíssimo, decisão assim a gente toma em conjunto.'],
    ask: ['O que será que essa pessoa vai querer saber primeiro?', 'O que costuma pesar mais pra quem decide com você?'],
  },
  tempo: {
    label: 'momento',
    pattern:
      /\b(nao e (o )?(momento|hora|a hora)|agora nao (e|da|posso|consigo)|mais para frente|mais para a frente|deixar para (depois|o ano|o mes|janeiro|fevereiro|marco)|so (no|em|para) (ano que vem|o ano que vem|mes que vem|proximo)|sem tempo agora|muito corrid[oa]|(vou|preciso|quero|queria|querer|tenho que|deixa eu|vamos) pensar|pensando ainda|deixa eu pensar|pensar (melhor|um pouco|com calma)|sem pressa|ainda e cedo|ano que vem|depois das ferias|depois do carnaval)\b/,
    ack: ['Tranquilo, cada coisa no seu tempo.', 'Sem pressa, quero que você decida em paz.'],
    ask: ['Quando faz sentido a gente retomar?', 'Me dá uma ideia de época, pra eu não te incomodar antes da hora?'],
  },
  concorrência: {
    label: 'está comparando com outra opção',
    pattern:
      /\b(concorrente\w*|outra (proposta|empresa|opcao|imobiliaria|clinica|ferramenta)|outras (propostas|opcoes|empresas)|mais barat[oa]|comparando|comparar|cotando|cotacao|pesquisando outr\w+|vi (um |uma )?(outr[oa]|melhor))\b/,
    ack: ['Comparar é o certo, eu faria igual.', 'Boa, comparar dá segurança.'],
    ask: ['O que vai pesar mais na sua escolha?', 'O que a outra opção tem que você gostou?'],
  },
  confiança: {
    label: 'quer mais segurança',
    pattern:
      /\b(medo|receio|insegur\w+|nao confio|confiavel|seguranca|(?<!fundo de )garantia\w*|furada|golpe|arriscad[oa]|e se (nao|der)|referencias?|depoimentos?|cases?)\b/,
    ack: ['Perfeitamente compreensível, confiança vem primeiro.', 'Ótimo ponto, ninguém deve fechar com dúvida.'],
    ask: ['O que te deixaria mais seguro: referências, garantias ou os detalhes do contrato?', 'Qual ponto te preocupa mais?'],
  },
}

/** The first objection that a burst holds; another person's decision outweighs the clock. */
export const objectionIn = (lines: readonly Line[]): string | null =>
  Object.entries(OBJECTIONS).find(([, { pattern }]) =>
    lines.some(
      (line) => pattern.test(line.folded) && !/\bnao (esta|achei|e) (nada )?(tao )?(caro|cara|alto|puxado)\b/.test(line.folded),
    ),
  )?.[0] ?? null
