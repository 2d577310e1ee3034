const count = new Intl.NumberFormat('pt-BR')

/** Used and maximum length of a text, on its own line. */
export function Length({ of, most }: { of: number; most: number }) {
  return (
    <span className={`block tabular ${of > most ? 'font-semibold text-roma' : ''}`}>
      {count.format(of)} de {count.format(most)} caracteres
    </span>
  )
}
