const countFormat = new Intl.NumberFormat('pt-BR')

/** Shows the current and the maximum length of a text. */
export function LengthCounter({ of, most }: { of: number; most: number }) {
  return (
    <span className={`block tabular ${of > most ? 'font-semibold text-roma' : ''}`}>
      {countFormat.format(of)} de {countFormat.format(most)} caracteres
    </span>
  )
}
