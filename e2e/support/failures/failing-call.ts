import type { Page, Route } from '@playwright/test'

/** Kinds of failed answers to a call. 401 comes last because it ends the session. */
export const FAILED_ANSWERS = [400, 403, 404, 409, 429, 500, 503, 'hang', 'garbage', 'cut', 401] as const
export type FailedAnswer = (typeof FAILED_ANSWERS)[number]

const TIMEOUT_ERROR = 'Tempo limite excedido. Tente novamente.'
const CONNECTION_ERROR = 'Erro de conexão. Verifique sua internet e tente novamente.'
const UNEXPECTED_ERROR = 'Erro inesperado. Tente novamente.'

/** Returns the text for a status (section 8, 'Fallback by HTTP status') or for a network error. */
export const getStatusErrorText = (answer: FailedAnswer): string => {
  const texts: Record<FailedAnswer, string> = {
    400: 'Dados inválidos enviados',
    401: 'Credenciais inválidas ou sessão expirada',
    403: 'Acesso negado',
    404: 'Recurso não encontrado',
    409: UNEXPECTED_ERROR,
    429: 'Muitas requisições. Aguarde alguns minutos',
    500: 'Erro interno do servidor. Tente novamente',
    503: 'Erro interno do servidor. Tente novamente',
    hang: TIMEOUT_ERROR,
    garbage: UNEXPECTED_ERROR,
    cut: CONNECTION_ERROR,
  }
  return texts[answer]
}

/** Returns the fallback text of a place, except for errors whose own text is always shown. */
export const createFallbackErrorText =
  (fallback: string) =>
  (answer: FailedAnswer): string =>
    answer === 'hang' || answer === 'cut' || answer === 403 || answer === 429 ? getStatusErrorText(answer) : fallback

export const createConstantText = (text: string) => (): string => text

/** Returns the text of section 8, 'Send failure toasts'. */
export const getSendErrorText = (answer: FailedAnswer): string => {
  if (answer === 503) return 'Serviço de mensagens indisponível'
  if (answer === 500) return 'Erro interno do servidor'
  if (answer === 404) return 'Conversa não encontrada'
  return answer === 403 ? 'Não autorizado' : 'Falha ao enviar mensagem'
}

/** Answers a call with errors, each time it is made. */
export class FailingCall {
  /** Number of times that the call was made. */
  asked = 0
  /** Requests without an answer. */
  #hanging: Route[] = []
  #answer: FailedAnswer | null = null
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  static async over(page: Page, matches: (method: string, url: URL) => boolean): Promise<FailingCall> {
    const weather = new FailingCall(page)
    await page.route(
      (url) => url.protocol.startsWith('http'),
      async (route) => {
        const request = route.request()
        if (weather.#answer === null || !matches(request.method(), new URL(request.url()))) return route.fallback()
        weather.asked++
        return weather.#answerOne(route, weather.#answer)
      },
    )
    return weather
  }

  turn(answer: FailedAnswer | null): void {
    this.#answer = answer
    this.#hanging = []
  }

  get isHanging(): boolean {
    return this.#hanging.length > 0
  }

  /** Moves the page's clock on: beyond the timeout of a hanging request, otherwise beyond the retry delay. */
  async letTimePass(): Promise<void> {
    await advanceClock(this.#page, this.isHanging ? 30_050 : 1_100)
    this.#hanging = []
  }

  async #answerOne(route: Route, answer: FailedAnswer): Promise<void> {
    if (answer === 'hang') return void this.#hanging.push(route)
    if (answer === 'cut') return route.abort('connectionreset')
    const headers = {
      'access-control-allow-origin': new URL(this.#page.url()).origin,
      'access-control-allow-credentials': 'true',
      'content-type': 'text/html',
    }
    if (answer === 'garbage') return route.fulfill({ status: 200, headers, body: '<html>proxy</html>' })
    return route.fulfill({ status: answer, headers, body: '' })
  }
}

/** Moves the clock of all windows of the page's context forward. Retries once, because a popup may close meanwhile. */
export const advanceClock = (page: Page, ms: number): Promise<void> =>
  page.clock.fastForward(ms).catch(() => page.clock.fastForward(ms))
