export interface Country {
  code: string
  given: readonly string[]
  family: readonly string[]
  /** `family-first` writes 田中 美咲. */
  nameOrder?: 'family-first'
  /** `{n}` is the house number. */
  streets: readonly string[]
  houses: readonly [number, number]
  /** A second line that some addresses have. */
  second: readonly string[]
  /** City, region if written, postal code if used: `#` a digit, `@` a letter. */
  cities: readonly (readonly [city: string, region: string | null, postalCode: string | null])[]
  /** Phone numbers reserved for fiction; `#` a digit. */
  phone: string | null
}

const words = (text: string) => text.split(' ')
const list = (text: string) => text.split('; ')

export const countries: readonly Country[] = [
  {
    code: 'GB',
    given: words(
      'Lola Ruth Sam Priya Owen Megan Callum Isla Tariq Hannah Rhys Niamh George Amelia Kwame Zoe Daniel Freya Alistair Joan Marcus Bethan Harpreet Fiona Lewis Grace Nathan Orla Dev Eleanor Gareth Yasmin Toby Shona Imogen Patrick',
    ),
    family: words(
      'Okonkwo Barrett Hughes Patel Fairclough MacLeod Whitaker Ahmed Sutherland Bright Evans Nolan Chowdhury Pemberton Reid Ashworth Campbell Holloway Jenkins Kaur Lowe Marsden Osei Pritchard Quigley Redfern Stanton Thwaite Underhill Vaughan Wainwright Yates Beckett Cartwright',
    ),
    streets: list(
      '{n} Harbour Road; {n} Station Road; {n} Mill Lane; {n} Victoria Terrace; {n} Church Street; {n} Albert Road; {n} Orchard Close; {n} Kings Avenue; {n} Park View; {n} Quay Street; {n} Bramble Lane; {n} Northgate; {n} Chapel Hill; {n} Richmond Grove; {n} Elm Court; {n} Marine Parade',
    ),
    houses: [1, 180],
    second: ['Flat 2', 'Flat 3B', 'Top floor flat', 'Unit 7', 'The Old Dairy', 'c/o Reception'],
    cities: [
      ['London', null, 'E8 #@@'],
      ['London', null, 'SE15 #@@'],
      ['London', null, 'N16 #@@'],
      ['London', null, 'SW9 #@@'],
      ['Bristol', null, 'BS3 #@@'],
      ['Manchester', null, 'M21 #@@'],
      ['Leeds', null, 'LS6 #@@'],
      ['Sheffield', null, 'S7 #@@'],
      ['Edinburgh', null, 'EH6 #@@'],
      ['Glasgow', null, 'G12 #@@'],
      ['Cardiff', null, 'CF11 #@@'],
      ['Belfast', null, 'BT9 #@@'],
      ['Falmouth', 'Cornwall', 'TR11 #@@'],
      ['Whitby', 'North Yorkshire', 'YO21 #@@'],
      ['Norwich', 'Norfolk', 'NR2 #@@'],
      ['Brighton', 'East Sussex', 'BN1 #@@'],
      ['Newcastle upon Tyne', null, 'NE6 #@@'],
      ['Liverpool', null, 'L17 #@@'],
      ['Aberystwyth', 'Ceredigion', 'SY23 #@@'],
      ['Stromness', 'Orkney', 'KW16 #@@'],
    ],
    phone: '07700 900###',
  },
  {
    code: 'DE',
    given: words(
      'Anke Jonas Miriam Lukas Greta Emre Katharina Till Svenja Matthias Aylin Hannes Ulrike Felix Charlotte Björn Nele Stefan Mareike Jürgen',
    ),
    family: words(
      'Hansen Vogel Yılmaz Brandt Köhler Petersen Schäfer Lindemann Möller Groß Winkler Böhm Krüger Thomsen Albrecht Weiß Sander Reuter Kowalski Behrens',
    ),
    streets: list(
      'Lindenstraße {n}; Hafenweg {n}; Bergstraße {n}; Goethestraße {n}; Am Mühlbach {n}; Kirchgasse {n}; Schillerplatz {n}; Gartenweg {n}; Holtenauer Straße {n}; Ringstraße {n}; Birkenallee {n}; Alter Markt {n}',
    ),
    houses: [1, 140],
    second: ['Hinterhaus', '2. OG links', 'bei Familie Sommer', 'c/o Atelier'],
    cities: [
      ['Kiel', null, '2410#'],
      ['Hamburg', null, '2035#'],
      ['Berlin', null, '1043#'],
      ['Leipzig', null, '0422#'],
      ['Köln', null, '5067#'],
      ['München', null, '8033#'],
      ['Freiburg im Breisgau', null, '7910#'],
      ['Nürnberg', null, '9041#'],
      ['Görlitz', null, '0282#'],
      ['Flensburg', null, '2493#'],
      ['Münster', null, '4815#'],
      ['Würzburg', null, '9707#'],
    ],
    phone: '+49 30 23125 ###',
  },
  {
    code: 'FR',
    given: words('Camille Théo Inès Hugo Solène Antoine Maëlle Rachid Élodie Baptiste Noémie Julien Aïcha Gaëtan'),
    family: words(
      'Moreau Lefèvre Garnier Benali Dubois Rousseau Chevalier Marchand Perrin Lemoine Fontaine Guérin Ferreira Leclercq',
    ),
    streets: list(
      '{n} rue des Lilas; {n} avenue Jean Jaurès; {n} rue du Port; {n} boulevard Voltaire; {n} place de la République; {n} quai des Brumes; {n} impasse du Moulin; {n} rue Victor Hugo',
    ),
    houses: [1, 120],
    second: ['Bâtiment C', 'Appartement 12', '3e étage, code 41B7', 'Chez Mme Blanc'],
    cities: [
      ['Paris', null, '7501#'],
      ['Lyon', null, '6900#'],
      ['Nantes', null, '44000'],
      ['Rennes', null, '35000'],
      ['Marseille', null, '1300#'],
      ['Lille', null, '59000'],
      ['Arles', null, '13200'],
      ['Bordeaux', null, '33000'],
      ['Besançon', null, '25000'],
    ],
    phone: '06 39 98 ## ##',
  },
  {
    code: 'US',
    given: words(
      'Emily Jacob Maria Tyler Keisha Brandon Mei Carlos Audrey Walt Denise Noah Aaliyah Grant Sofia Dale Rosa Ethan',
    ),
    family: words(
      "Thompson Rivera Chen Washington O'Brien Kowalczyk Nguyen Alvarez Whitfield Brooks Delgado Hartman Jackson Lindqvist Park Sorensen",
    ),
    streets: list(
      '{n} Maple Ave; {n} W 23rd St; {n} Ocean View Dr; {n} Cedar Ln; {n} Main St; {n} Bayshore Blvd; {n} NE Alberta St; {n} Old Mill Rd; {n} Sunset Ter; {n} County Road 12',
    ),
    houses: [11, 4890],
    second: ['Apt 4B', 'Apt 12', 'Unit 305', 'Suite 210', '# 7'],
    cities: [
      ['Brooklyn', 'NY', '1121#'],
      ['Portland', 'OR', '9721#'],
      ['Austin', 'TX', '7870#'],
      ['Chicago', 'IL', '6061#'],
      ['Oakland', 'CA', '9460#'],
      ['Seattle', 'WA', '9810#'],
      ['Rochester', 'NY', '1460#'],
      ['Santa Fe', 'NM', '8750#'],
      ['Asheville', 'NC', '2880#'],
      ['Duluth', 'MN', '5580#'],
      ['Savannah', 'GA', '3140#'],
    ],
    phone: '+1 212-555-01##',
  },
  {
    code: 'JP',
    given: words('美咲 健太 陽子 大輔 さくら 直樹 由美子 翔太 恵 拓也 真理 浩二'),
    family: words('田中 佐藤 鈴木 高橋 渡辺 伊藤 山本 中村 小林 加藤 吉田 山田'),
    nameOrder: 'family-first',
    streets: list('神宮前{n}-12-4; 東山町{n}-3; 栄{n}-18-20; 中崎西{n}-7-11; 元町通{n}-5; 本町{n}-22-9; 桜木{n}-2-15'),
    houses: [1, 8],
    second: ['サンハイツ 203号室', 'グリーンコーポ 501', '港ビル 3F'],
    cities: [
      ['渋谷区', '東京都', '150-000#'],
      ['世田谷区', '東京都', '154-001#'],
      ['京都市左京区', '京都府', '606-83##'],
      ['名古屋市中区', '愛知県', '460-000#'],
      ['大阪市北区', '大阪府', '530-001#'],
      ['神戸市中央区', '兵庫県', '650-002#'],
      ['札幌市中央区', '北海道', '060-006#'],
    ],
    phone: null,
  },
  {
    code: 'SE',
    given: words('Greta Axel Linnéa Oskar Ebba Åke Saga Björn Maja Mikael'),
    family: words('Holm Lindström Åberg Söderberg Nyström Ekdahl Bergqvist Wallin Forsberg Öhman'),
    streets: list('Storgatan {n}; Hamngatan {n}; Björkvägen {n}; Kungsgatan {n}; Södra vägen {n}; Ängsstigen {n}'),
    houses: [1, 90],
    second: ['lgh 1102', 'lgh 1304', 'c/o Ek'],
    cities: [
      ['Göteborg', null, '413 0#'],
      ['Stockholm', null, '118 2#'],
      ['Malmö', null, '211 4#'],
      ['Umeå', null, '903 2#'],
      ['Visby', null, '621 5#'],
    ],
    phone: '+46 70-174 06 ##',
  },
  {
    code: 'AE',
    given: words('فاطمة أحمد مريم خالد نورة سلطان ليلى عمر'),
    family: words('المنصوري الهاشمي النعيمي الكعبي الشامسي المزروعي'),
    streets: list('شارع الوصل {n}; شارع الكورنيش {n}; شارع حمدان {n}; شارع الميناء {n}'),
    houses: [2, 320],
    second: ['شقة 1204', 'برج المرسى، الطابق 9', 'فيلا 17'],
    cities: [
      ['دبي', 'دبي', null],
      ['أبو ظبي', 'أبو ظبي', null],
      ['الشارقة', 'الشارقة', null],
    ],
    phone: null,
  },
  {
    code: 'PT',
    given: words('Inês Tiago Beatriz João Mariana Rui Leonor Gonçalo'),
    family: words('Valente Figueiredo Guimarães Simões Araújo Conceição Brandão Magalhães'),
    streets: list(
      'Rua das Flores, {n}; Rua de São Bento, {n}; Avenida da Liberdade, {n}; Travessa do Cais, {n}; Largo da Sé, {n}',
    ),
    houses: [1, 210],
    second: ['3.º Esq.', '1.º Dto.', 'Rés do chão'],
    cities: [
      ['Lisboa', null, '1200-1##'],
      ['Porto', null, '4050-2##'],
      ['Coimbra', null, '3000-1##'],
      ['Faro', null, '8000-1##'],
    ],
    phone: null,
  },
  {
    code: 'CA',
    given: words('Claire Étienne Naomi Liam Geneviève Arjun Olivia Mathieu'),
    family: words('Tremblay MacDonald Gagnon Singh Bouchard Fraser Leblanc Wong'),
    streets: list('{n} Queen St W; {n} rue Saint-Denis; {n} Granville St; {n} Barrington St; {n} avenue du Parc'),
    houses: [12, 5200],
    second: ['Apt 6', 'Unit 1403', 'app. 3'],
    cities: [
      ['Toronto', 'ON', 'M6J 1@#'],
      ['Montréal', 'QC', 'H2J 2@#'],
      ['Vancouver', 'BC', 'V6H 3@#'],
      ['Halifax', 'NS', 'B3J 1@#'],
    ],
    phone: '+1 416-555-01##',
  },
  {
    code: 'BR',
    given: words('Thiago Letícia Rafael Júlia Caetano Débora'),
    family: words('Nascimento Araújo Gonçalves Figueira Conceição Brandão'),
    streets: list('Rua Augusta, {n}; Rua das Laranjeiras, {n}; Avenida Beira-Mar, {n}; Rua da Bahia, {n}'),
    houses: [10, 2400],
    second: ['Apto 52', 'Bloco B, apto 304', 'Casa 2'],
    cities: [
      ['São Paulo', 'SP', '01305-###'],
      ['Rio de Janeiro', 'RJ', '22240-###'],
      ['Belo Horizonte', 'MG', '30160-###'],
      ['Florianópolis', 'SC', '88015-###'],
    ],
    phone: null,
  },
  {
    code: 'IL',
    given: words('נועה יונתן תמר אורי מיכל עידו'),
    family: words('לוי כהן מזרחי ברק שפירא אלמוג'),
    streets: list('רחוב הרצל {n}; רחוב דיזנגוף {n}; שדרות רוטשילד {n}; רחוב הנמל {n}'),
    houses: [1, 160],
    second: ['דירה 8', 'קומה 3'],
    cities: [
      ['תל אביב-יפו', null, '64###21'],
      ['חיפה', null, '33###12'],
      ['ירושלים', null, '94###33'],
    ],
    phone: null,
  },
  {
    code: 'NL',
    given: words('Sanne Daan Femke Joost Fatima Bram'),
    family: list('de Vries; Jansen; van den Berg; Bakker; El Amrani; Smit'),
    streets: list('Prinsengracht {n}; Kerkstraat {n}; Havenkade {n}; Molenweg {n}'),
    houses: [1, 240],
    second: ['2 hoog', 'bel 3'],
    cities: [
      ['Amsterdam', null, '1016 @@'],
      ['Utrecht', null, '3511 @@'],
      ['Groningen', null, '9711 @@'],
    ],
    phone: null,
  },
  {
    code: 'IT',
    given: words('Giulia Lorenzo Chiara Matteo Elisa Davide'),
    family: words("Ferrari Bianchi Esposito D'Angelo Colombo Ricci"),
    streets: list('Via Garibaldi {n}; Via del Porto {n}; Corso Italia {n}; Piazza del Duomo {n}'),
    houses: [1, 110],
    second: ['Scala B, interno 4', 'Piano 2'],
    cities: [
      ['Genova', 'GE', '1612#'],
      ['Milano', 'MI', '2012#'],
      ['Bologna', 'BO', '4012#'],
      ['Torino', 'TO', '1012#'],
    ],
    phone: null,
  },
  {
    code: 'AT',
    given: words('Lena Florian Theresa Maximilian Vera Dominik'),
    family: words('Gruber Hofer Steindl Pichler Wimmer Novak'),
    streets: list('Neubaugasse {n}; Landstraße {n}; Mariahilfer Straße {n}; Salzachweg {n}'),
    houses: [1, 130],
    second: ['Stiege 2, Tür 14', 'Top 7'],
    cities: [
      ['Wien', null, '1070'],
      ['Graz', null, '8010'],
      ['Salzburg', null, '5020'],
      ['Linz', null, '4020'],
    ],
    phone: null,
  },
]
