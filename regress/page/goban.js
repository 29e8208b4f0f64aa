/* The rules of capture and ko, for moves that a reader of a page tries. stones has a digit a point:
 * 0 empty, 1 black, 2 white; a color is '1' or '2'; a point is a number, -1 a pass. */
const goban = (width, height) => {
  function neighbors(point) {
    const [x, y] = placeOn(width)(point);
    return [x > 0 && point - 1, x < width - 1 && point + 1, y > 0 && point - width,
      y < height - 1 && point + width].filter(each => each !== false);
  }
  /* The chain of stones at a point, and its liberties. */
  function chainAt(stones, point) {
    const chain = new Set([point]), liberties = new Set();
    for (const each of chain)
      for (const next of neighbors(each)) {
        if (stones[next] === '0') liberties.add(next);
        else if (stones[next] === stones[point]) chain.add(next);
      }
    return {chain, liberties};
  }
  const put = (stones, points, stone) =>
      [...stones].map((each, point) => points.has(point) ? stone : each).join('');
  const other = color => color === '1' ? '2' : '1';

  /* Returns {stones, captured, ko} after a move, ko being the point that must not be retaken at
   * once or -1; null if the move is illegal: on a stone, a retaken ko, suicide. */
  function play(stones, color, point, ko = -1) {
    if (point < 0) return {stones, captured: 0, ko: -1};
    if (stones[point] !== '0' || point === ko) return null;
    let next = put(stones, new Set([point]), color), captured = new Set();
    for (const each of neighbors(point).filter(each => next[each] === other(color))) {
      const {chain, liberties} = chainAt(next, each);
      if (liberties.size === 0) captured = new Set([...captured, ...chain]);
    }
    next = put(next, captured, '0');
    const own = chainAt(next, point);
    if (own.liberties.size === 0) return null;
    const isKo = captured.size === 1 && own.chain.size === 1 && own.liberties.size === 1;
    return {stones: next, captured: captured.size, ko: isKo ? [...captured][0] : -1};
  }

  const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
  /* "D4" as a point, "pass" as -1; null: neither. */
  function pointOf(vertex) {
    if (/^pass$/i.test(vertex)) return -1;
    const match = /^([a-hj-z])(\d+)$/i.exec(vertex.trim());
    const x = match ? letters.indexOf(match[1].toUpperCase()) : -1;
    const y = match ? height - Number(match[2]) : -1;
    return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : null;
  }
  const vertexOf = point =>
      point < 0 ? 'pass' : letters[point % width] + (height - Math.floor(point / width));
  return {play, other, pointOf, vertexOf};
};
