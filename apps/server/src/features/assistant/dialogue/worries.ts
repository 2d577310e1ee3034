import type { Line } from '../understanding/understand.ts'
import WORRIES from './phrases/worries.json' with { type: 'json' }

export type Worry = keyof typeof WORRIES
const isWorry = (name: string | null): name is Worry => name !== null && Object.hasOwn(WORRIES, name)

/** How the things that hold a lead back sound; each is met as the phrases say: never argued with, no discount promised. */
const SOUNDS: Readonly<Record<Worry, RegExp>> = {
  crédito:
    /\b((banco|caixa|financiamento|credito|financeira|santander|itau|bradesco)\b.{0,30}\b(reprov\w+|negou|negad[oa]|recus\w+|nao (aprov\w+|liber\w+|saiu|passou))|(reprov\w+|negaram|negou|recus\w+|nao (aprov\w+|liber\w+|consegui|passei|passou))\b.{0,30}\b(financiamento|credito|banco|emprestimo|analise)|nome (esta )?sujo|negativad[oa]|serasa|spc|score baixo)\b/,
  preço:
    /\b(car[oa]|carissim[oa]|salgad[oa]|puxad[oa]|desconto|abaixar|se (voces )?(baix|abaix|reduz|diminu)\w+|baixar o (preco|valor)|acima do (meu )?orcamento|fora do (meu )?orcamento|nao (cabe|tenho (esse|o) (dinheiro|valor)|consigo pagar)|alto demais|muito alto|valor alto|preco alto|melhorar o (preco|valor)|condicao melhor|ficou alto|pesado|parcelas? (alta|pesada|ficou|muito)\w*|sem condic\w+|sem (dinheiro|grana)|nao tenho (tudo isso|essa grana|como pagar)|apertad[oa])\b/,
  cobertura: /\b(convenio|plano)\b.{0,30}\b(neg\w+|recus\w+|nao (cobr\w+|autoriz\w+|aprov\w+|liber\w+))/,
  autoridade:
    /\b((falar|conversar|ver|decidir|combinar|alinhar|consultar|mostrar|passar|perguntar) (isso )?(com|para|pelo) (o |a |os |as )?(meu|minha|meus|minhas)?( |^)?(soci[oa]s?|marido|espos[oa]|mulher|chefe|diretor\w*|diretoria|gerente|pai|mae|pais|familia|filh[oa]s?|namorad[oa]|noiv[oa]|financeiro|contador\w*|advogad[oa])|(meu|minha) (soci[oa]|marido|espos[oa]|mulher|chefe|diretor\w*|pai|mae) (que|quem|precisa|tem que|vai) (decide|decidir|ver|aprovar|resolve|olhar)|(meu|minha) (soci[oa]|marido|espos[oa]|mulher|chefe|pai|mae|filh[oa]|namorad[oa]|noiv[oa]) (ach\w+|nao (quer|gostou|concord\w+)|disse|fal\w+|quer|prefere|esta)|nao decido sozinh[oa]|nao depende so de mim|preciso de aprovacao)\b/,
  tempo:
    /\b(nao e (o )?(momento|hora|a hora)|agora nao (e|da|posso|consigo)|mais para frente|mais para a frente|deixar para (depois|o ano|o mes|janeiro|fevereiro|marco)|so (no|em|para) (ano que vem|o ano que vem|mes que vem|proximo)|sem tempo agora|muito corrid[oa]|(vou|preciso|quero|queria|querer|tenho que|deixa eu|vamos) pensar|pensando ainda|deixa eu pensar|pensar (melhor|um pouco|com calma)|sem pressa|ainda e cedo|ano que vem|depois das ferias|depois do carnaval)\b/,
  concorrência:
    /\b(concorrente\w*|outra (proposta|empresa|opcao|imobiliaria|clinica|ferramenta)|outras (propostas|opcoes|empresas)|mais barat[oa]|comparando|comparar|cotando|cotacao|pesquisando outr\w+|vi (um |uma )?(outr[oa]|melhor))\b/,
  confiança:
    /\b(medo|receio|insegur\w+|nao confio|confiavel|seguranca|(?<!fundo de )garantia\w*|furada|golpe|arriscad[oa]|e se (nao|der)|referencias?|depoimentos?|cases?)\b/,
}

const DENIED = /\bnao (esta|achei|e) (nada )?(tao )?(caro|cara|alto|puxado)\b/

/** The first worry that a burst holds; another person's decision outweighs the clock. */
export const worryIn = (lines: readonly Line[]): Worry | null =>
  (Object.keys(WORRIES) as Worry[]).find((name) =>
    lines.some(({ folded }) => SOUNDS[name].test(folded) && !DENIED.test(folded)),
  ) ?? null

/** The same of what was told; a question after a matter is none. */
export const worryTold = (lines: readonly Line[]): Worry | null =>
  worryIn(lines.filter((line) => !line.isQuestion || line.matters.length === 0))

/** What the team calls it. */
export const worryLabel = (name: string | null): string | null => (isWorry(name) ? WORRIES[name].label : name)

/** What is said to a new one. */
export const WORRY_WORDS = Object.fromEntries(Object.entries(WORRIES).map(([name, { ack }]) => [`ack ${name}`, ack]))
