// The names of openings. A line has the moves, the English name, the Italian one, and the key of the
// position after the moves, so that other orders of moves lead to it; a test computes the keys (-update).

const table = `
a3|Anderssen's Opening|Apertura Anderssen|1uvvkfw
b3|Larsen's Opening|Apertura Larsen|sv86vu
b4|Polish Opening|Apertura Sokolskij|1j5ycfi
c4|English Opening|Apertura inglese|ygjeis
c4 c5|English Opening: Symmetrical Variation|Apertura inglese: variante simmetrica|mi48tn
c4 e5|English Opening: Reversed Sicilian|Apertura inglese: siciliana in contromossa|nh7a3n
c4 e5 Nc3 Nf6 Nf3 Nc6|English Opening: Four Knights|Apertura inglese: quattro cavalli|31rhlj
c4 f5|English Opening: Anglo-Dutch Defence|Apertura inglese: difesa anglo-olandese|1wc4dl1
f4|Bird's Opening|Apertura Bird|1i78un2
f4 e5|From's Gambit|Gambetto From|1uwwlw5
g3|King's Fianchetto Opening|Fianchetto di re|ut3yvk
g4|Grob's Attack|Attacco Grob|6mv49g
Nc3|Van Geet Opening|Apertura Van Geet|1wypiwc
Nf3|Réti Opening|Apertura Réti|1dzyanq
Nf3 d5 c4|Réti Opening: Réti Gambit|Apertura Réti: gambetto Réti|171dkva
Nf3 d5 g3|King's Indian Attack|Attacco est-indiano|pnov2w
d4|Queen's Pawn Game|Apertura di donna|1hiptfa
d4 d5|Closed Game|Partita chiusa|swzc4f
d4 d5 Bf4|London System|Sistema Londra|uqbklc
d4 Nf6 Bf4|London System|Sistema Londra|wtyzdg
d4 d5 Nf3 Nf6 Bf4|London System|Sistema Londra|g4s0sa
d4 Nf6 Nf3 e6 Bf4|London System|Sistema Londra|158xb14
d4 d5 Nf3 Nf6 e3|Colle System|Sistema Colle|1oe2xvg
d4 d5 Nc3|Chigorin Attack|Attacco Čigorin|lc6x86
d4 d5 Nc3 Nf6 Bg5|Richter–Veresov Attack|Attacco Richter-Veresov|pzpxjc
d4 d5 e4|Blackmar Gambit|Gambetto Blackmar|12ak0fg
d4 d5 e4 dxe4 Nc3 Nf6 f3|Blackmar–Diemer Gambit|Gambetto Blackmar-Diemer|1efnu1b
d4 d5 c4|Queen's Gambit|Gambetto di donna|octtpw
d4 d5 c4 dxc4|Queen's Gambit Accepted|Gambetto di donna accettato|okdt1u
d4 d5 c4 dxc4 e4|Queen's Gambit Accepted: Central Variation|Gambetto di donna accettato: variante centrale|1gtgrt3
d4 d5 c4 e6|Queen's Gambit Declined|Gambetto di donna rifiutato|1dts0eb
d4 d5 c4 e6 Nc3 c5|Tarrasch Defence|Difesa Tarrasch|1adi93x
d4 d5 c4 e6 Nc3 c6|Semi-Slav Defence|Difesa semislava|q9i2qf
d4 d5 c4 e6 Nc3 c6 e4|Semi-Slav Defence: Marshall Gambit|Difesa semislava: gambetto Marshall|rlni3o
d4 d5 c4 e6 Nc3 Nf6|Queen's Gambit Declined: Three Knights|Gambetto di donna rifiutato: tre cavalli|hm3n8p
d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5|Queen's Gambit Declined: Exchange Variation|Gambetto di donna rifiutato: variante di cambio|bu7iuv
d4 d5 c4 e6 Nc3 Nf6 Bg5|Queen's Gambit Declined: Modern Variation|Gambetto di donna rifiutato: variante moderna|1bnp04a
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6|Queen's Gambit Declined: Tartakower Defence|Gambetto di donna rifiutato: difesa Tartakower|16i189j
d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 e3 c6 Nf3 Qa5|Queen's Gambit Declined: Cambridge Springs|Gambetto di donna rifiutato: Cambridge Springs|1p6n3xl
d4 d5 c4 e6 Nc3 Nf6 Nf3 Bb4|Queen's Gambit Declined: Ragozin Defence|Gambetto di donna rifiutato: difesa Ragozin|913bhp
d4 d5 c4 e6 Nc3 Nf6 Nf3 c5|Semi-Tarrasch Defence|Difesa semi-Tarrasch|49qynv
d4 d5 c4 c6|Slav Defence|Difesa slava|15qmy7z
d4 d5 c4 c6 cxd5 cxd5|Slav Defence: Exchange Variation|Difesa slava: variante di cambio|6hrqb
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4|Slav Defence: Main Line|Difesa slava: linea principale|m73jkk
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5|Slav Defence: Czech Variation|Difesa slava: variante ceca|9el9jw
d4 d5 c4 c6 Nf3 Nf6 Nc3 a6|Slav Defence: Chebanenko Variation|Difesa slava: variante Chebanenko|15xvafl
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6|Semi-Slav Defence|Difesa semislava|ik59en
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 dxc4|Semi-Slav Defence: Botvinnik Variation|Difesa semislava: variante Botvinnik|gewg9a
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 h6|Semi-Slav Defence: Moscow Variation|Difesa semislava: variante di Mosca|1herm6d
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5|Semi-Slav Defence: Meran Variation|Difesa semislava: variante di Merano|6ap0nl
d4 d5 c4 e5|Albin Countergambit|Controgambetto Albin|zbrxut
d4 d5 c4 Nc6|Chigorin Defence|Difesa Čigorin|9kqikj
d4 f5|Dutch Defence|Difesa olandese|aq4813
d4 f5 e4|Dutch Defence: Staunton Gambit|Difesa olandese: gambetto Staunton|1ucnfg4
d4 f5 c4 Nf6 g3 g6|Dutch Defence: Leningrad Variation|Difesa olandese: variante di Leningrado|a9zp31
d4 f5 c4 Nf6 g3 e6 Bg2 d5|Dutch Defence: Stonewall Variation|Difesa olandese: Stonewall|ngjgmn
d4 f5 c4 Nf6 g3 e6 Bg2 Be7|Dutch Defence: Classical Variation|Difesa olandese: variante classica|sys3m5
d4 e5|Englund Gambit|Gambetto Englund|1c0taul
d4 c5|Old Benoni Defence|Difesa Benoni antica|1lrn0yd
d4 Nf6|Indian Defence|Difesa indiana|19l4tqb
d4 Nf6 Bg5|Trompowsky Attack|Attacco Trompowsky|wcftc8
d4 Nf6 Nf3 e6 Bg5|Torre Attack|Attacco Torre|1u21j7o
d4 Nf6 Nf3 g6 Bg5|Torre Attack|Attacco Torre|1183834
d4 Nf6 c4 e5|Budapest Gambit|Gambetto di Budapest|1wsixbf
d4 Nf6 c4 e5 dxe5 Ne4|Budapest Gambit: Fajarowicz Variation|Gambetto di Budapest: variante Fajarowicz|17yyjn4
d4 Nf6 c4 c5|Benoni Defence|Difesa Benoni|9on2xv
d4 Nf6 c4 c5 d5 e6|Modern Benoni|Benoni moderna|5u7mx
d4 Nf6 c4 c5 d5 b5|Benko Gambit|Gambetto Benko|1y2ib31
d4 Nf6 c4 c5 d5 e5|Czech Benoni|Benoni ceca|59vnl
d4 Nf6 c4 d6|Old Indian Defence|Difesa indiana antica|1d1tfr1
d4 Nf6 c4 g6 Nc3 d5|Grünfeld Defence|Difesa Grünfeld|4iuyvv
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5|Grünfeld Defence: Exchange Variation|Difesa Grünfeld: variante di cambio|u1o49x
d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3|Grünfeld Defence: Russian Variation|Difesa Grünfeld: variante russa|gtihha
d4 Nf6 c4 g6 Nc3 Bg7|King's Indian Defence|Difesa est-indiana|1w2bcyt
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6|King's Indian Defence: Normal Variation|Difesa est-indiana: variante normale|986l1j
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3|King's Indian Defence: Sämisch Variation|Difesa est-indiana: variante Sämisch|e8awd6
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4|King's Indian Defence: Four Pawns Attack|Difesa est-indiana: attacco dei quattro pedoni|1b2ojvo
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5|King's Indian Defence: Averbakh Variation|Difesa est-indiana: variante Averbach|1ufrxgk
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5|King's Indian Defence: Classical Variation|Difesa est-indiana: variante classica|1nn7wk1
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6|King's Indian Defence: Mar del Plata Variation|Difesa est-indiana: variante Mar del Plata|i1extd
d4 Nf6 c4 e6 g3|Catalan Opening|Apertura catalana|1hwm7c0
d4 Nf6 c4 e6 g3 d5 Bg2 dxc4|Catalan Opening: Open Defence|Apertura catalana: difesa aperta|60yqlo
d4 Nf6 c4 e6 g3 d5 Bg2 Be7|Catalan Opening: Closed Defence|Apertura catalana: difesa chiusa|1sf52pt
d4 Nf6 c4 e6 Nf3 b6|Queen's Indian Defence|Difesa ovest-indiana|ps099j
d4 Nf6 c4 e6 Nf3 b6 a3|Queen's Indian Defence: Petrosian Variation|Difesa ovest-indiana: variante Petrosian|b10zmw
d4 Nf6 c4 e6 Nf3 b6 g3 Ba6|Queen's Indian Defence: Nimzowitsch Variation|Difesa ovest-indiana: variante Nimzowitsch|1ppyvex
d4 Nf6 c4 e6 Nf3 Bb4+|Bogo-Indian Defence|Difesa Bogo-indiana|a5hwlf
d4 Nf6 c4 e6 Nf3 d5|Queen's Gambit Declined|Gambetto di donna rifiutato|1qx5mln
d4 Nf6 c4 e6 Nc3 Bb4|Nimzo-Indian Defence|Difesa nimzo-indiana|15r00dd
d4 Nf6 c4 e6 Nc3 Bb4 Qc2|Nimzo-Indian Defence: Classical Variation|Difesa nimzo-indiana: variante classica|1aw506q
d4 Nf6 c4 e6 Nc3 Bb4 e3|Nimzo-Indian Defence: Rubinstein System|Difesa nimzo-indiana: sistema Rubinstein|76qxo8
d4 Nf6 c4 e6 Nc3 Bb4 a3|Nimzo-Indian Defence: Sämisch Variation|Difesa nimzo-indiana: variante Sämisch|1exodag
d4 Nf6 c4 e6 Nc3 Bb4 Bg5|Nimzo-Indian Defence: Leningrad Variation|Difesa nimzo-indiana: variante di Leningrado|exjvys
e4|King's Pawn Game|Apertura di re|1hn5tb0
e4 a6|St. George Defence|Difesa San Giorgio|14s5d7j
e4 b6|Owen's Defence|Difesa Owen|1kyveip
e4 Nc6|Nimzowitsch Defence|Difesa Nimzowitsch|ffo0iv
e4 d5|Scandinavian Defence|Difesa scandinava|1r8vvcl
e4 d5 exd5 Qxd5|Scandinavian Defence: Main Line|Difesa scandinava: linea principale|1xrg6k5
e4 d5 exd5 Nf6|Scandinavian Defence: Modern Variation|Difesa scandinava: variante moderna|53gdey
e4 Nf6|Alekhine's Defence|Difesa Alechin|ytg13d
e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 f4|Alekhine's Defence: Four Pawns Attack|Difesa Alechin: attacco dei quattro pedoni|1y4hyqq
e4 Nf6 e5 Nd5 d4 d6 Nf3|Alekhine's Defence: Modern Variation|Difesa Alechin: variante moderna|1xe2j5s
e4 g6|Modern Defence|Difesa moderna|730ns7
e4 d6|Pirc Defence|Difesa Pirc|yl26uh
e4 d6 d4 Nf6 Nc3 g6 f4|Pirc Defence: Austrian Attack|Difesa Pirc: attacco austriaco|p87jyg
e4 c6|Caro–Kann Defence|Difesa Caro-Kann|kk8e53
e4 c6 d4 d5 e5|Caro–Kann Defence: Advance Variation|Difesa Caro-Kann: variante di spinta|15qnn74
e4 c6 d4 d5 exd5 cxd5|Caro–Kann Defence: Exchange Variation|Difesa Caro-Kann: variante di cambio|19eriq3
e4 c6 d4 d5 exd5 cxd5 c4|Caro–Kann Defence: Panov Attack|Difesa Caro-Kann: attacco Panov|hb5svi
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5|Caro–Kann Defence: Classical Variation|Difesa Caro-Kann: variante classica|15sn59p
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7|Caro–Kann Defence: Karpov Variation|Difesa Caro-Kann: variante Karpov|h0r9hf
e4 c6 d4 d5 f3|Caro–Kann Defence: Fantasy Variation|Difesa Caro-Kann: variante Fantasy|1irs4iu
e4 c6 Nc3 d5 Nf3|Caro–Kann Defence: Two Knights Attack|Difesa Caro-Kann: attacco dei due cavalli|jo8iki
e4 e6|French Defence|Difesa francese|mhpy6n
e4 e6 d4 d5 e5|French Defence: Advance Variation|Difesa francese: variante di spinta|bvi390
e4 e6 d4 d5 exd5 exd5|French Defence: Exchange Variation|Difesa francese: variante di cambio|1rtpo9r
e4 e6 d4 d5 Nd2|French Defence: Tarrasch Variation|Difesa francese: variante Tarrasch|1wej2xc
e4 e6 d4 d5 Nc3 Bb4|French Defence: Winawer Variation|Difesa francese: variante Winawer|1l4suyp
e4 e6 d4 d5 Nc3 Nf6|French Defence: Classical Variation|Difesa francese: variante classica|strgm1
e4 e6 d4 d5 Nc3 Nf6 Bg5 Bb4|French Defence: MacCutcheon Variation|Difesa francese: variante MacCutcheon|3pnk9r
e4 e6 d4 d5 Nc3 dxe4|French Defence: Rubinstein Variation|Difesa francese: variante Rubinstein|d8kxoy
e4 c5|Sicilian Defence|Difesa siciliana|4xllnn
e4 c5 c3|Sicilian Defence: Alapin Variation|Difesa siciliana: variante Alapin|h1f2hy
e4 c5 d4 cxd4 c3|Sicilian Defence: Smith–Morra Gambit|Difesa siciliana: gambetto Smith-Morra|c4s5uh
e4 c5 b4|Sicilian Defence: Wing Gambit|Difesa siciliana: gambetto d'ala|mp9h20
e4 c5 Nc3|Sicilian Defence: Closed Variation|Difesa siciliana: variante chiusa|o9ch06
e4 c5 Nc3 Nc6 f4|Sicilian Defence: Grand Prix Attack|Difesa siciliana: attacco Grand Prix|1o6hml2
e4 c5 Nf3 Nc6 Bb5|Sicilian Defence: Rossolimo Variation|Difesa siciliana: variante Rossolimo|1giwnoq
e4 c5 Nf3 d6 Bb5+|Sicilian Defence: Moscow Variation|Difesa siciliana: variante di Mosca|osyy8
e4 c5 Nf3 d6 d4 cxd4 Nxd4|Sicilian Defence: Open Variation|Difesa siciliana: variante aperta|1nq4904
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6|Sicilian Defence: Najdorf Variation|Difesa siciliana: variante Najdorf|sfi5st
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5|Sicilian Defence: Najdorf, English Attack|Difesa siciliana: Najdorf, attacco inglese|vhq97n
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6|Sicilian Defence: Dragon Variation|Difesa siciliana: variante del Dragone|14cxdyx
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3|Sicilian Defence: Dragon, Yugoslav Attack|Difesa siciliana: Dragone, attacco iugoslavo|1cgtah8
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6|Sicilian Defence: Scheveningen Variation|Difesa siciliana: variante Scheveningen|13lfhgn
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6|Sicilian Defence: Classical Variation|Difesa siciliana: variante classica|1mtz2kd
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5|Sicilian Defence: Richter–Rauzer Attack|Difesa siciliana: attacco Richter-Rauzer|1pylgzo
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6|Sicilian Defence: Accelerated Dragon|Difesa siciliana: Dragone accelerato|1sg2se1
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5|Sicilian Defence: Sveshnikov Variation|Difesa siciliana: variante Svešnikov|1x7zq31
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6|Sicilian Defence: Kan Variation|Difesa siciliana: variante Kan|yzuqw9
e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6|Sicilian Defence: Taimanov Variation|Difesa siciliana: variante Tajmanov|12ymhbl
e4 e5|Open Game|Partita aperta|74jihn
e4 e5 d4|Centre Game|Partita del centro|pzbq3u
e4 e5 d4 exd4 c3|Danish Gambit|Gambetto danese|utx0vl
e4 e5 Bc4|Bishop's Opening|Apertura di alfiere|1uv757q
e4 e5 Nc3|Vienna Game|Partita viennese|1j5n6xq
e4 e5 Nc3 Nf6 f4|Vienna Gambit|Gambetto viennese|19l5iac
e4 e5 Qh5|Wayward Queen Attack|Attacco Parham|1e09d16
e4 e5 f4|King's Gambit|Gambetto di re|hlc7mu
e4 e5 f4 exf4|King's Gambit Accepted|Gambetto di re accettato|1fc9vl0
e4 e5 f4 exf4 Bc4|King's Gambit Accepted: Bishop's Gambit|Gambetto di re accettato: gambetto di alfiere|181mr4p
e4 e5 f4 exf4 Nf3 g5|King's Gambit Accepted: Classical Variation|Gambetto di re accettato: variante classica|osx1i
e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5|King's Gambit Accepted: Kieseritzky Gambit|Gambetto di re accettato: gambetto Kieseritzky|11xfqu5
e4 e5 f4 Bc5|King's Gambit Declined: Classical Variation|Gambetto di re rifiutato: variante classica|1o9iyb1
e4 e5 f4 d5|Falkbeer Countergambit|Controgambetto Falkbeer|1qlh3it
e4 e5 Nf3 d6|Philidor Defence|Difesa Philidor|1l0m7dx
e4 e5 Nf3 f5|Latvian Gambit|Gambetto lettone|t1xzvb
e4 e5 Nf3 f6|Damiano Defence|Difesa Damiano|1pv9j49
e4 e5 Nf3 Nf6|Petrov's Defence|Difesa russa|1udmc7h
e4 e5 Nf3 Nc6 d4|Scotch Game|Partita scozzese|1chtbiw
e4 e5 Nf3 Nc6 d4 exd4 Bc4|Scotch Gambit|Gambetto scozzese|142ac73
e4 e5 Nf3 Nc6 d4 exd4 c3|Göring Gambit|Gambetto Göring|15aby3b
e4 e5 Nf3 Nc6 c3|Ponziani Opening|Apertura Ponziani|gpifcs
e4 e5 Nf3 Nc6 Nc3|Three Knights Opening|Partita dei tre cavalli|h6ds7g
e4 e5 Nf3 Nc6 Nc3 Nf6|Four Knights Game|Partita dei quattro cavalli|ziaccv
e4 e5 Nf3 Nc6 Nc3 Nf6 d4|Four Knights Game: Scotch Variation|Partita dei quattro cavalli: variante scozzese|1xbj4t6
e4 e5 Nf3 Nc6 Bc4|Italian Game|Partita italiana|1qf9r7q
e4 e5 Nf3 Nc6 Bc4 Bc5|Giuoco Piano|Giuoco piano|xf3rex
e4 e5 Nf3 Nc6 Bc4 Bc5 b4|Evans Gambit|Gambetto Evans|7i7m6m
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3|Giuoco Pianissimo|Giuoco pianissimo|1klm44e
e4 e5 Nf3 Nc6 Bc4 Bc5 d3|Giuoco Pianissimo|Giuoco pianissimo|am4h8g
e4 e5 Nf3 Nc6 Bc4 Be7|Hungarian Defence|Difesa ungherese|1m10qgd
e4 e5 Nf3 Nc6 Bc4 Nf6|Two Knights Defence|Difesa dei due cavalli|19dftix
e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7|Two Knights Defence: Fried Liver Attack|Difesa dei due cavalli: attacco fegatello|18ea3z1
e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Bc5|Two Knights Defence: Traxler Variation|Difesa dei due cavalli: variante Traxler|gs97zh
e4 e5 Nf3 Nc6 Bb5|Ruy Lopez|Partita spagnola|137rz1u
e4 e5 Nf3 Nc6 Bb5 d6|Ruy Lopez: Steinitz Defence|Partita spagnola: difesa Steinitz|1ekbve7
e4 e5 Nf3 Nc6 Bb5 Nf6|Ruy Lopez: Berlin Defence|Partita spagnola: difesa berlinese|19bk6hp
e4 e5 Nf3 Nc6 Bb5 f5|Ruy Lopez: Schliemann Defence|Partita spagnola: difesa Schliemann|1cmfo3d
e4 e5 Nf3 Nc6 Bb5 Bc5|Ruy Lopez: Classical Defence|Partita spagnola: difesa classica|1mn9vuv
e4 e5 Nf3 Nc6 Bb5 Nd4|Ruy Lopez: Bird's Defence|Partita spagnola: difesa Bird|1wj8drp
e4 e5 Nf3 Nc6 Bb5 a6|Ruy Lopez: Morphy Defence|Partita spagnola: difesa Morphy|pe5ajd
e4 e5 Nf3 Nc6 Bb5 a6 Bxc6|Ruy Lopez: Exchange Variation|Partita spagnola: variante di cambio|1t84eqz
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4|Ruy Lopez: Open Variation|Partita spagnola: variante aperta|1mr3was
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7|Ruy Lopez: Closed Variation|Partita spagnola: variante chiusa|1ggb361
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5|Ruy Lopez: Marshall Attack|Partita spagnola: attacco Marshall|yft7xx
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8|Ruy Lopez: Breyer Variation|Partita spagnola: variante Breyer|hatp91
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5|Ruy Lopez: Chigorin Variation|Partita spagnola: variante Čigorin|exdozr
`;

/** @type {Map<string, Record<string, string>>} */
const names = new Map(
  table.trim().split("\n").map((line) => {
    const [, en = "", it = "", key = ""] = line.split("|");
    return [key, { en, it }];
  }),
);

/** Returns the key of a position: a hash (FNV-1a) of its men and the side to move. @param {string} fen */
function keyOf(fen) {
  let hash = 0x811c9dc5;
  for (const sign of fen.split(" ", 2).join(" ")) {
    hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/**
 * Returns the name of the last position that the table has, "" if it has none.
 * @param {string[]} fens the positions of a game
 * @param {string} language
 */
export function openingOf(fens, language) {
  const key = fens.map(keyOf).findLast((one) => names.has(one));
  return names.get(key ?? "")?.[language] ?? "";
}
