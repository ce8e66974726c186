local rain = "雨 ☔
return rain
