import { createShuffledDeck, type SeededRandom } from '../seeded-random.ts'
import type { DemoPerson } from './demo-people.ts'

const DISTRICTS =
  'Vila Mariana;Pinheiros;Moema;Tatuapé;Perdizes;Santana;Saúde;Ipiranga;Butantã;Lapa;Vila Leopoldina;Mooca;Aclimação;Vila Madalena;Penha'.split(
    ';',
  )
const STREETS = (
  'Rua das Jabuticabeiras, 210;Rua do Sabiá, 48;Alameda dos Ipês, 1320;Rua Cambuci do Vale, 77;Travessa das Pitangas, 15;' +
  'Rua Flor de Maracujá, 903;Avenida dos Jatobás, 2050;Rua Bem-te-vi, 66;Rua das Quaresmeiras, 541;Rua Pau-Brasil, 118'
).split(';')
const WEEKDAYS = ['segunda', 'terça', 'quarta', 'quinta', 'sexta']
const HOURS = ['14h', '14h30', '15h', '15h30', '16h', '16h30', '17h']
const INSURERS = ['particular', 'plano Bem Viver', 'plano Saúde Já', 'convênio da empresa']
const MONTHS = ['janeiro', 'março', 'abril', 'junho', 'julho', 'agosto', 'setembro', 'outubro']
const FRIENDS = ['Sandra', 'Márcia', 'dona Célia', 'Paula do 4º andar', 'Vera', 'Rose']

/** Returns the value of a placeholder within one conversation. Repeated calls return the same value. */
export type PlaceholderResolver = (placeholder: string) => string

export type PlaceholderResolverFactory = (person: DemoPerson) => PlaceholderResolver

/** Creates a factory of placeholder resolvers, one for each conversation. Consecutive conversations get different values. */
export const createResolverFactory = (random: SeededRandom): PlaceholderResolverFactory => {
  const decks = {
    bairro: createShuffledDeck(random, DISTRICTS),
    rua: createShuffledDeck(random, STREETS),
    dia: createShuffledDeck(random, WEEKDAYS),
    hora: createShuffledDeck(random, HOURS),
    convenio: createShuffledDeck(random, INSURERS),
    mes: createShuffledDeck(random, MONTHS),
    indicou: createShuffledDeck(random, FRIENDS),
    cor: createShuffledDeck(random, ['bege', 'areia', 'cinza-claro', 'verde-água']),
    bloco: createShuffledDeck(random, ['A', 'B', 'C']),
  }
  const generators: Readonly<Record<string, () => string>> = {
    ...decks,
    cod: () => `AU-${random.int(1000, 4999)}`,
    m2: () => String(random.int(38, 142)),
    quartos: () => random.pick(['2', '3', '3', '4']),
    preco: () => `R$ ${random.int(38, 118) * 10} mil`,
    aluguel: () => `R$ ${random.int(19, 68) * 100}`.replace(/(\d)(\d{3})$/, '$1.$2'),
    equipe: () => String(random.int(4, 42)),
    unidade: () => `${random.int(1, 18)}${random.int(1, 4)}`,
    protocolo: () => `2026-${random.int(1000, 9999)}`,
    andar: () => `${random.int(2, 17)}º andar`,
    valor: () => `${random.int(1, 8)}.${random.int(100, 999)}`,
    pct: () => String(random.int(2, 24)),
    n: () => String(random.int(2, 28)),
    idade: () => String(random.int(26, 58)),
    dias: () => String(random.int(2, 15)),
  }
  return (person) => {
    const values: Record<string, string> = {
      nome: person.name,
      primeiro: person.name.split(' ')[0] ?? person.name,
      empresa: person.company,
      email: person.email,
      obrigado: person.gender === 'f' ? 'obrigada' : 'obrigado',
    }
    return (placeholder) => {
      const lower = placeholder.toLowerCase()
      values[lower] ??= generators[lower]?.() ?? ''
      const value = values[lower]
      if (value === '') throw new Error(`A story asks for {${placeholder}}, which nobody fills`)
      return placeholder === lower ? value : value.charAt(0).toUpperCase() + value.slice(1)
    }
  }
}

/** Replaces each `{placeholder}` by its value, and each `{one|other}` by a random choice. Resolves inner braces first. */
export const fillPlaceholders = (text: string, resolvePlaceholder: PlaceholderResolver, random: SeededRandom): string => {
  const innermostPattern = /\{([^{}]*)\}/
  let result = text
  for (let match = innermostPattern.exec(result); match; match = innermostPattern.exec(result)) {
    const [matchedText, body = ''] = match
    const options = body.split('|')
    const value = options.length > 1 ? random.pick(options) : body.includes(' ') ? body : resolvePlaceholder(body)
    result = result.replace(matchedText, () => value)
  }
  return result
}
