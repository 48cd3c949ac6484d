/** Says after each step how far it is, and how long the others will take if they take as long. */
export function createProgress(total: number, say: (line: string) => void): (what: string) => void {
  const begin = performance.now();
  let done = 0;
  return (what) => {
    done += 1;
    const secondsLeft = ((performance.now() - begin) / 1_000 / done) * (total - done);
    say(`${what} (${done} of ${total}, ${inWords(secondsLeft)} left)\n`);
  };
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
