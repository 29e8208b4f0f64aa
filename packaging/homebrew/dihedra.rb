class Dihedra < Formula
  desc "Strong Go engine that needs no graphics card"
  homepage "@URL@"
  url "@URL@/releases/download/v@VERSION@/dihedra-@VERSION@.tar.gz"
  sha256 "@SHA256_SOURCE@"
  license "MIT"

  depends_on "help2man" => :build
  depends_on "jansson"
  depends_on "libevent"
  uses_from_macos "zlib"

  def install
    system "make", "CC=#{ENV.cc}"
    system "make", "install", "CC=#{ENV.cc}", "PREFIX=#{prefix}"
  end

  test do
    assert_match(/^= [A-J][1-9]/, pipe_output("#{bin}/dihedra --visits 5 --size 9", "genmove b\nquit\n"))
  end
end
